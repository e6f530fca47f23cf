import { z } from 'zod';
import { wordOf } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { daySchema } from '../kit/schema.ts';
import { balanceSheet, receivableReport } from './financial-reports.ts';
import { journalEntry } from './ledger.ts';

export const comparedWith = z.union([z.enum(['previousMonth', 'lastYear']), daySchema]);
const totals = z.object({ assets: z.int(), liabilities: z.int(), equity: z.int() });
/** Opening balance, movements and closing balance of a maintenance fund in a year. */
const reserve = z.object({ fundId: z.string(), opening: z.int(), in: z.int(), out: z.int(), closing: z.int() });

export const balanceOn = contract({
  method: 'get',
  path: '/statistics/balance-sheet',
  summary: 'What the building has and owes on a day, beside another day',
  module: balanceSheet.code,
  query: z.strictObject({ on: daySchema.optional(), compare: comparedWith.optional() }),
  answer: z.object({
    on: z.string(),
    comparedWith: z.string().nullable(),
    balanced: z.boolean(),
    totals,
    rows: z.array(
      z.object({
        side: wordOf<'assets' | 'liabilities' | 'equity'>(),
        key: z.string(),
        id: z.string().nullable(),
        amount: z.int(),
        compare: z.int().nullable(),
        change: z.int().nullable(),
      }),
    ),
    reserve: z.array(reserve),
  }),
});

const MOST_MONTHS = 60;

export const balanceSeries = contract({
  method: 'get',
  path: '/statistics/balance-sheet/series',
  summary: 'Assets, liabilities and what is the building’s own at the end of each month',
  module: balanceSheet.code,
  query: z.strictObject({ months: z.coerce.number().int().min(1).max(MOST_MONTHS).default(24) }),
  answer: z.array(totals.extend({ month: z.string() })),
});

export const trialRow = z.object({
  account: z.string(),
  key: z.string().nullable(),
  openingDebit: z.int(),
  openingCredit: z.int(),
  debit: z.int(),
  credit: z.int(),
  closingDebit: z.int(),
  closingCredit: z.int(),
});
export const trialQuery = z.strictObject({
  from: daySchema,
  to: daySchema,
  level: z.enum(['account', 'unit', 'service', 'fund']).optional(),
});

export const trialBalance = contract({
  method: 'get',
  path: '/statistics/balance-sheet/trial',
  summary: 'The trial balance between two days, by account or finer',
  module: balanceSheet.code,
  query: trialQuery,
  answer: z.array(trialRow),
});

const twelve = z.array(z.int()).length(12);
const figures = { billed: twelve, received: twelve, before: twelve };

export const receivables = contract({
  method: 'get',
  path: '/statistics/receivables',
  summary: 'What was billed and received by service and month, beside the year before',
  module: receivableReport.code,
  query: z.strictObject({ year: z.coerce.number().int().min(2000).max(2100) }),
  answer: z.object({
    year: z.int(),
    ...figures,
    services: z.array(z.object({ serviceId: z.string(), ...figures })),
  }),
});

const side = { expected: z.int(), found: z.int() };

export const journalCheck = contract({
  method: 'get',
  path: '/statistics/journal/check',
  summary: 'Recompute the books from the journal and the documents, and say what does not agree',
  module: journalEntry.code,
  answer: z.array(
    z.object({
      rule: z.string(),
      ...side,
      wrong: z.array(z.object({ id: z.string(), serviceId: z.string().nullable(), ...side })),
    }),
  ),
});
