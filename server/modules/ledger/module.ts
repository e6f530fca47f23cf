import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { z } from 'zod';
import { route } from '../../kit/http/route.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { checkBooks } from './check.ts';
import { SHOWN } from './findings.ts';
import { receivableRoutes } from './receivables.ts';
import { sheetRoutes, trialRoutes } from './sheet.ts';

const side = { expected: z.int(), found: z.int() };
const check = route({
  method: 'get',
  path: `${journalEntry.path}/check`,
  summary: 'Recompute the books from the journal and the documents, and say what does not agree',
  module: journalEntry.code,
  flags: ['read'],
  answer: z.array(
    z.object({
      rule: z.string(),
      ...side,
      wrong: z.array(z.object({ id: z.string(), serviceId: z.string().nullable(), ...side })),
    }),
  ),
  async run(ctx) {
    const found = await checkBooks(ctx.projectId);
    return found.map(({ rule, expected, found, wrong }) => ({ rule, expected, found, wrong: wrong.slice(0, SHOWN) }));
  },
});

export const ledgerModule = defineServerModule({
  name: 'ledger',
  routes: [check, ...sheetRoutes, ...trialRoutes, ...receivableRoutes],
  serves: [serves(journalEntry), serves(serviceAdvance)],
});
