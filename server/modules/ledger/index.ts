import type { Definition } from '@lobby/shared/kit/definition.ts';
import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { checkBooks } from './check.ts';
import { receivableRoutes } from './receivables.ts';
import { sheetRoutes, trialRoute } from './sheet.ts';

export { accountOf, advanceOf } from './accounts.ts';
export { fundBalances } from './cash.ts';
export { checkBooks } from './check.ts';
export type { Line } from './entries.ts';
export { type MonthFigures, monthFigures, monthsOf } from './figures.ts';
export { fundFor, moneyLine } from './funds.ts';
export { namesOf } from './names.ts';
export { periodQuery, refuseLong } from './period.ts';
export { postings, reversalOf, reversals } from './post.ts';

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
  run: ctx => checkBooks(ctx.projectId),
});

/** The journal, what each unit owes and has, and the check of both. */
export const ledgerRoutes = (all: readonly Definition[]): Route[] => [
  check,
  ...sheetRoutes,
  trialRoute,
  ...receivableRoutes,
  ...serve(journalEntry, {}, all),
  ...serve(serviceAdvance, {}, all),
];
