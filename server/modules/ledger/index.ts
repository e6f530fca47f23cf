import type { Definition } from '@lobby/shared/kit/definition.ts';
import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { checkBooks } from './check.ts';
import { SHOWN } from './findings.ts';
import { receivableRoutes } from './receivables.ts';
import { sheetRoutes, trialRoute } from './sheet.ts';

export { accountOf, advanceOf } from './accounts.ts';
export { fundBalances, refuseStranger } from './cash.ts';
export { checkBooks, findingsIn } from './check.ts';
export type { Line } from './entries.ts';
export { type MonthFigures, monthFigures, monthsOf } from './figures.ts';
export { add, compared, type Finding, listed, RULES as LEDGER_RULES, type Sums, sums } from './findings.ts';
export { fundFor, moneyLine } from './funds.ts';
export { namesAmong, namesOf } from './names.ts';
export { periodQuery, refuseLong } from './period.ts';
export { postings, reversalOf, reversals } from './post.ts';
export { atOneMoment, docsOf, type Entry, entriesOf } from './read.ts';

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

/** The journal, what each unit owes and has, and the check of both. */
export const ledgerRoutes = (all: readonly Definition[]): Route[] => [
  check,
  ...sheetRoutes,
  trialRoute,
  ...receivableRoutes,
  ...serve(journalEntry, {}, all),
  ...serve(serviceAdvance, {}, all),
];
