import { z } from 'zod';
import { wordOf } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import type { Check, CheckState } from './reconciliation.ts';
import { reconciliation } from './reconciliation.ts';

const amounts = { name: z.string(), count: z.int(), amount: z.int() };
export const daySheetSchema = z.object({
  on: z.string(),
  funds: z.array(
    z.object({ id: z.string(), name: z.string(), opening: z.int(), in: z.int(), out: z.int(), closing: z.int() }),
  ),
  receipts: z.array(z.object(amounts)),
  payslips: z.array(z.object(amounts)),
  clearing: z.int(),
  receivables: z.int(),
  unitAccounts: z.int(),
  advances: z.int(),
  deposits: z.int(),
  numbers: z.array(z.object({ name: z.string(), count: z.int(), from: z.string(), to: z.string() })),
  checks: z.array(z.object({ check: z.string(), state: wordOf<CheckState>() })),
});

export const reconciliationRuns = contract({
  method: 'get',
  path: '/reconciliation/runs',
  summary: 'The runs of the last 400 days, newest first, and how each check stood by them',
  module: reconciliation.code,
  query: z.strictObject({ page: z.coerce.number().int().min(1).max(1000).default(1) }),
  answer: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      by: z.object({ id: z.string(), name: z.string() }),
      state: z.string(),
      durationMs: z.int().nullable(),
      states: z.record(z.string(), z.string()),
    }),
  ),
});

const acknowledgement = z.object({
  by: z.object({ id: z.string(), name: z.string() }),
  at: z.string(),
  reason: z.string(),
});
export const reconciliationLine = z.object({
  check: wordOf<Check>(),
  no: z.int(),
  state: wordOf<CheckState>(),
  rowsSeen: z.int(),
  left: z.int(),
  right: z.int(),
  difference: z.int(),
  at: z.string().nullable(),
  since: z.string().nullable(),
  run: z.string().nullable(),
  acknowledged: acknowledgement.nullable(),
});

export const reconciliationLines = contract({
  method: 'get',
  path: '/reconciliation',
  summary: 'The last result of each check of the books',
  module: reconciliation.code,
  answer: z.array(reconciliationLine),
});

export const reconciliationDay = contract({
  method: 'get',
  path: '/reconciliation/day',
  summary: 'All sums of one day on a page',
  module: reconciliation.code,
  query: z.strictObject({ on: z.iso.date() }),
  answer: daySheetSchema,
});

const foundRow = z.object({
  rule: z.string(),
  /** Kind of record of `id`: a module name, or the counted thing of a rule. */
  of: z.string(),
  id: z.string(),
  name: z.string(),
  serviceId: z.string().nullable(),
  left: z.int(),
  right: z.int(),
});
/** A finding: two figures that should be equal (VND or counts), and where. */
export type FoundRow = z.output<typeof foundRow>;
const named = z.strictObject({ check: z.string().max(40) });

export const reconciliationCheck = contract({
  method: 'get',
  path: '/reconciliation/:check',
  summary: 'What the last run found of a check, row by row',
  module: reconciliation.code,
  params: named,
  query: z.strictObject({ page: z.coerce.number<number>().int().min(1).max(1000).default(1) }),
  answer: reconciliationLine.extend({
    count: z.int(),
    rows: z.array(foundRow),
  }),
});

export const explainCheck = contract({
  method: 'put',
  path: '/reconciliation/:check/acknowledge',
  summary: 'Say why a check is red: it stays red, and is known',
  module: reconciliation.code,
  params: named,
  body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
  answer: reconciliationLine,
});

export const withdrawExplanation = contract({
  method: 'put',
  path: '/reconciliation/:check/withdraw',
  summary: 'Take back why a check is red',
  module: reconciliation.code,
  params: named,
  answer: reconciliationLine,
});
