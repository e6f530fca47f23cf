import { z } from 'zod';
import { AGES } from '../billing/ageing.ts';
import { contract } from '../kit/contract.ts';
import { isDay } from '../kit/dates.ts';
import { periodQuery } from '../kit/query-schema.ts';
import { daySchema, idSchema } from '../kit/schema.ts';
import { balanceSheet, cashbook, debtReport, resultReport } from './financial-reports.ts';
import { receipt } from './receipt.ts';

/** Movements of the units' debt; `closing` is `opening` with all of them (rules of the card, 1). */
export const DEBT_MEASURES = [
  'billed',
  'interest',
  'adjustedDown',
  'cancelled',
  'paid',
  'deducted',
  'writtenOff',
] as const;

/** Parts of what is owed that are told beside its ages: in a dispute, in an instalment plan. */
export const DEBT_MARKS = ['disputed', 'inPlan'] as const;

export const DEBT_GROUPS = ['month', 'service', 'block', 'floor', 'unit', 'label'] as const;

/** A whole amount for each name. */
const moneyColumns = <const N extends readonly string[]>(names: N): Record<N[number], z.ZodInt> =>
  // Safe cast: each name has its amount.
  Object.fromEntries(names.map(name => [name, z.int()])) as Record<N[number], z.ZodInt>;
const point = z.object({
  month: z.string(),
  billed: z.int(),
  paid: z.int(),
  closing: z.int(),
  rate: z.number().nullable(),
  ...moneyColumns(AGES),
});

export const debtSeries = contract({
  method: 'get',
  path: '/statistics/debt/series',
  summary: 'What was billed, paid and owed month by month, beside the year before where that is asked for',
  module: debtReport.code,
  query: z.strictObject({
    months: z.coerce.number().int().min(1).max(120).default(12),
    compare: z.enum(['year']).optional(),
  }),
  answer: z.array(point.extend({ before: point.nullable() })),
});

/** `name` is the project's name of a category; null if the product has a label. */
export const resultLine = z.object({
  kind: z.string(),
  key: z.string(),
  name: z.string().nullable(),
  amounts: z.array(z.int()),
  total: z.int(),
  /** Total of the compared period. */
  before: z.int().nullable(),
});
export const resultPart = z.object({
  revenue: z.array(resultLine),
  expense: z.array(resultLine),
  in: z.array(z.int()),
  out: z.array(z.int()),
  result: z.int(),
  /** Sums of the compared period. */
  before: z.object({ in: z.int(), out: z.int() }).nullable(),
});

/** Columns of the operational report: times, or the blocks of the units. */
export const RESULT_GROUPS = ['month', 'quarter', 'year', 'block'] as const;
export const RESULT_COMPARED = ['none', 'previous', 'lastYear'] as const;

export const resultQuery = periodQuery.extend({
  group: z.enum(RESULT_GROUPS).default('month'),
  compare: z.enum(RESULT_COMPARED).default('none'),
});

export const operationalResult = contract({
  method: 'get',
  path: '/statistics/operational',
  summary: 'What was earned and spent, by month, quarter, year or block, beside another period where that is asked for',
  module: resultReport.code,
  query: resultQuery,
  answer: resultPart.extend({
    /** `2026-11`, `2026-Q4`, `2026`, or the id of a block; empty for what belongs to none. */
    columns: z.array(z.string()),
    comparedWith: z.object({ from: z.string(), to: z.string() }).nullable(),
    maintenance: resultPart,
    below: z.array(resultLine),
  }),
});

const chosenFunds = z.union([z.array(idSchema).max(50), idSchema]).optional();
const flag = z.enum(['true', 'false']).optional();
export const bookQuery = periodQuery.extend({
  fundId: chosenFunds,
  q: z.string().max(100).optional(),
  /** Leaves out vouchers with their reversals where both are in the period. */
  withoutCancelled: flag,
  /** Leaves transfers between the selected funds out of the totals. */
  withoutTransfers: flag,
});
const page = {
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(500),
};
export const cashbookRow = z.object({
  id: z.string(),
  day: z.string(),
  entry: z.string(),
  source: z.string(),
  fundId: z.string(),
  documentType: z.string(),
  documentId: z.string().nullable(),
  unitId: z.string().nullable(),
  voucherDate: z.string().nullable(),
  receiptCode: z.string().nullable(),
  payslipCode: z.string().nullable(),
  content: z.string(),
  counterpart: z.string(),
  method: z.string().nullable(),
  category: z.string().nullable(),
  cashierId: z.string().nullable(),
  cancelled: z.boolean(),
  in: z.int(),
  out: z.int(),
  balance: z.int().nullable(),
});

export const cashbookPage = contract({
  method: 'get',
  path: '/cashbook',
  summary: 'The cashbook of a fund, some or all between two days, page by page',
  module: cashbook.code,
  query: bookQuery.extend(page),
  answer: z.object({
    opening: z.int().nullable(),
    totalIn: z.int(),
    totalOut: z.int(),
    closing: z.int().nullable(),
    pageOpening: z.int().nullable(),
    onItsWay: z.array(z.object({ method: z.string().nullable(), name: z.string().nullable(), amount: z.int() })),
    count: z.int(),
    rows: z.array(cashbookRow),
  }),
});

const SPAN_GROUPS = ['day', 'week', 'month', 'fund', 'method', 'category'] as const;
/** `name` is that of a category. By method or category a fund has no balance. */
export const cashbookSpan = z.object({
  key: z.string(),
  name: z.string().nullable(),
  fundId: z.string(),
  opening: z.int().nullable(),
  in: z.int(),
  out: z.int(),
  closing: z.int().nullable(),
  receipts: z.int(),
  payslips: z.int(),
});

export const cashbookSpans = contract({
  method: 'get',
  path: '/cashbook/daily',
  summary:
    'What funds had, took in, gave out and have, by day, week, month or in all; or what came and went by how and what for',
  module: cashbook.code,
  query: periodQuery.extend({ fundId: chosenFunds, group: z.enum(SPAN_GROUPS).default('day') }),
  answer: z.array(cashbookSpan),
});

const ids = z.array(idSchema).max(200).optional();
const debtFilter = z
  .strictObject({
    blockId: ids,
    floorId: ids,
    unitId: ids,
    serviceId: ids,
    labelIds: ids,
    payment: z.enum(['RECEIVABLES', 'PAID', 'REMAINING_RECEIVABLES']).optional(),
  })
  .default({});
const debtGroup = z.enum(DEBT_GROUPS);
/** Query parameter of the second group. */
export const SECOND_GROUP = 'then';
export const debtQuery = periodQuery.extend({
  basis: z.enum(['accounting', 'month']).default('accounting'),
  group: debtGroup.default('month'),
  [SECOND_GROUP]: debtGroup.optional(),
  filter: debtFilter,
});
const figures = z.object({ ...moneyColumns(['opening', ...DEBT_MEASURES, 'closing']), rate: z.number().nullable() });
const debtKey = z.string().nullable();

export const debtMoves = contract({
  method: 'get',
  path: '/statistics/debt',
  summary: 'What was owed, billed, paid and given up between two days, and what is owed',
  module: debtReport.code,
  query: debtQuery,
  answer: z.object({ rows: z.array(figures.extend({ key: debtKey, thenKey: debtKey })), totals: figures }),
});

export const debtOnDay = z.strictObject({ asOf: daySchema.optional(), filter: debtFilter });
export const debtAgesSchema = z.object({
  /** `total` is on the books; `interest` is late interest that is not charged yet. */
  ...moneyColumns([...AGES, 'total', 'interest', ...DEBT_MARKS]),
  oldest: z.string().nullable(),
});
const held = { account: z.int(), advance: z.int() };

export const debtAges = contract({
  method: 'get',
  path: '/statistics/debt/ageing',
  summary: 'What was owed at the end of a day by how long, for each unit, service, block or month',
  module: debtReport.code,
  query: debtOnDay.extend({ group: debtGroup.default('unit') }),
  answer: z.object({
    asOf: z.string(),
    rows: z.array(debtAgesSchema.extend({ key: debtKey, ...held, residentId: idSchema.nullable() })),
    totals: debtAgesSchema,
  }),
});

export const documentQuery = debtQuery.extend({
  cell: z.enum([...DEBT_MEASURES, ...AGES, 'closing']),
  key: z.string().max(40).optional(),
  asOf: daySchema.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export const debtDocument = z.object({
  type: z.string(),
  id: z.string(),
  code: z.string(),
  unitId: z.string(),
  day: z.string(),
  amount: z.int(),
});

/** Documents with the sum of all of them, which is the figure. */
const documentsOf = <T extends z.ZodType>(document: T) =>
  z.object({ count: z.int(), sum: z.int(), rows: z.array(document) });

export const debtDocuments = contract({
  method: 'get',
  path: '/statistics/debt/documents',
  summary: 'The bills and receipts behind a figure',
  module: debtReport.code,
  query: documentQuery,
  answer: documentsOf(debtDocument),
});

/** A figure of the operational report, by its line and column. */
export const resultCellQuery = resultQuery.omit({ compare: true }).extend({
  kind: z.string().max(20),
  key: z.string().max(60),
  column: z.string().max(30),
  maintenance: z.enum(['true', 'false']).default('false'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

export const resultDocuments = contract({
  method: 'get',
  path: '/statistics/operational/documents',
  summary: 'The documents behind a figure of the operational report, which add up to it',
  module: resultReport.code,
  query: resultCellQuery,
  answer: documentsOf(debtDocument.extend({ unitId: z.string().nullable() })),
});

const day = z.string().max(10).refine(isDay, 'DATE_INVALID').optional();
export const incomeQuery = z.strictObject({ from: day, to: day, compareFrom: day, compareTo: day });

export const incomeByDay = contract({
  method: 'get',
  path: '/statistics/income',
  summary: 'What came in, added up day by day: this month beside the one before, or a time beside another',
  module: receipt.code,
  query: incomeQuery,
  answer: z.object({
    from: z.string(),
    to: z.string(),
    before: z.object({ from: z.string(), to: z.string() }),
    by: z.enum(['day', 'week', 'month']),
    points: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        /** Whether today is in it. */
        open: z.boolean(),
        now: z.int().nullable(),
        before: z.int().nullable(),
      }),
    ),
  }),
});

export const inputVatRow = z.object({
  payslipId: z.string(),
  code: z.string(),
  day: z.string(),
  payee: z.string(),
  invoiceNo: z.string().nullable(),
  category: z.string(),
  net: z.int(),
  vat: z.int(),
});

export const inputVat = contract({
  method: 'get',
  path: '/statistics/balance-sheet/input-vat',
  summary: 'The VAT on what was bought between two days, line by line of payslips',
  module: balanceSheet.code,
  query: periodQuery,
  answer: z.object({ rows: z.array(inputVatRow), net: z.int(), vat: z.int() }),
});
