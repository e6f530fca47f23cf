import { defineModule } from '../kit/define-module.ts';
import type { RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

export const BUDGET_MONTHS = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11', 'm12'] as const;
export type BudgetMonth = (typeof BUDGET_MONTHS)[number];
export const MOST_BUDGET_LINES = 200;
/** Derived amounts are rounded to this (VND). */
export const BUDGET_STEP = 1000;

export type BudgetLine = Record<BudgetMonth, number> & {
  kind: 'INCOME' | 'EXPENSE';
  serviceId: string | null;
  categoryId: string | null;
  note: string | null;
};

const MONTH = { kind: 'money', initial: 0 } as const;
const MONTHS = {
  m1: MONTH,
  m2: MONTH,
  m3: MONTH,
  m4: MONTH,
  m5: MONTH,
  m6: MONTH,
  m7: MONTH,
  m8: MONTH,
  m9: MONTH,
  m10: MONTH,
  m11: MONTH,
  m12: MONTH,
} as const;

/** Service or category of a line. */
const aboutOf = ({ serviceId, categoryId }: Record<string, unknown>) => serviceId || categoryId;

/** Requires exactly one service or category per line, without duplicates. */
function linesFit({ lines }: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<unknown>();
  for (const [n, line] of (Array.isArray(lines) ? lines : []).entries()) {
    const about = aboutOf(line ?? {});
    const name = line?.serviceId ? 'serviceId' : 'categoryId';
    if (!about) errors[`lines.${n}.categoryId`] = { code: 'REQUIRED' };
    else if (line.serviceId && line.categoryId) errors[`lines.${n}.serviceId`] = { code: 'INVALID' };
    else if (seen.has(about)) errors[`lines.${n}.${name}`] = { code: 'BUDGET_LINE_DUPLICATE' };
    seen.add(about);
  }
  return errors;
}

export const yearOf = (line: Partial<Record<BudgetMonth, number>>): number =>
  BUDGET_MONTHS.reduce((sum, month) => sum + Number(line[month] ?? 0), 0);

/** Splits a sum into twelve equal months; the last one takes the remainder. */
export function spread(sum: number): Record<BudgetMonth, number> {
  const part = Math.floor(sum / 12);
  const months = BUDGET_MONTHS.map((month, n) => [month, n < 11 ? part : sum - part * 11] as const);
  return Object.fromEntries(months) as Record<BudgetMonth, number>;
}

/** Distributes a sum in proportion to given months, by largest remainders, so that it adds up exactly. */
export function shaped(sum: number, shape: readonly number[]): Record<BudgetMonth, number> {
  const all = shape.reduce((total, weight) => total + Math.max(0, weight), 0);
  if (all === 0) return spread(sum);
  const exact = BUDGET_MONTHS.map((_, n) => (sum * Math.max(0, shape[n] ?? 0)) / all);
  const parts = exact.map(Math.floor);
  let rest = sum - parts.reduce((total, part) => total + part, 0);
  const order = exact
    .map((value, n) => [value - Math.floor(value), n] as const)
    .toSorted(([a, i], [b, k]) => b - a || i - k);
  for (const [, n] of order) if (rest-- > 0) parts[n] = (parts[n] ?? 0) + 1;
  return Object.fromEntries(BUDGET_MONTHS.map((month, n) => [month, parts[n] ?? 0])) as Record<BudgetMonth, number>;
}

/** Raises an amount by a percentage, rounded half up to BUDGET_STEP. */
export const raised = (amount: number, percent: number): number =>
  Math.floor((Math.max(0, amount) * (100 + percent)) / 100 / BUDGET_STEP + 0.5) * BUDGET_STEP;

const BY = { kind: 'ref', to: 'employee', readOnly: true } as const;

/** Budget of a year by category and month, approved by the board. */
export const budget = defineModule({
  name: 'budget',
  code: 'BUDGET',
  path: '/budget',
  route: 'budgets',
  icon: 'calculator',
  menu: { group: 'accountingReports', order: 5.5, key: 'budgets', makes: true },
  title: 'name',
  flags: ['read', 'write', 'approve', 'delete', 'export', 'aggregate'],
  fixedBy: 'fixed',
  fields: {
    year: { kind: 'integer', min: 2000, max: 2100, ungrouped: true, required: true },
    name: { kind: 'text', min: 2, max: 100, required: true, search: true },
    purpose: { kind: 'choice', options: ['OPERATION', 'MAINTENANCE'], required: true },
    blockId: { kind: 'ref', to: 'block' },
    lines: {
      kind: 'lines',
      max: MOST_BUDGET_LINES,
      detailOnly: true,
      of: {
        kind: { kind: 'choice', options: ['INCOME', 'EXPENSE'], required: true },
        serviceId: { kind: 'ref', to: 'service' },
        categoryId: { kind: 'ref', to: 'voucher-category' },
        ...MONTHS,
        note: { kind: 'text', max: 200 },
      },
    },
    incomeTotal: { kind: 'money', initial: 0, readOnly: true },
    expenseTotal: { kind: 'money', initial: 0, readOnly: true },
    edition: { kind: 'integer', initial: 1, readOnly: true },
    replacesId: { kind: 'ref', to: 'budget', readOnly: true },
    submittedById: BY,
    decisionNote: { kind: 'longText', max: 500, readOnly: true, detailOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    warnPercent: { kind: 'percent', min: 50, max: 100, initial: 90, detailOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    note: { kind: 'longText', max: 2000, detailOnly: true },
    fixed: { kind: 'flag', readOnly: true, internal: true },
    /** Unique key of year, edition and name. */
    nameKey: {
      kind: 'text',
      max: 130,
      key: true,
      readOnly: true,
      internal: true,
      unique: true,
      taken: 'BUDGET_EXISTS',
      blames: 'name',
    },
  },
  initial: 'DRAFT',
  removedIn: ['DRAFT', 'REJECTED'],
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'clock' },
    PENDING: { tone: 'going', icon: 'circle-dot' },
    APPROVED: { tone: 'done', icon: 'circle-check' },
    CLOSED: { tone: 'ended', icon: 'check' },
    REJECTED: { tone: 'bad', icon: 'circle-x' },
  },
  actions: {
    submit: { from: ['DRAFT', 'REJECTED'], to: 'PENDING', flag: 'write', key: 's' },
    approve: {
      from: ['PENDING'],
      to: 'APPROVED',
      flag: 'approve',
      asks: true,
      input: { note: { kind: 'longText', max: 500 } },
    },
    reject: { from: ['PENDING'], to: 'REJECTED', flag: 'approve', reason: true, least: 2, danger: true },
    close: { from: ['APPROVED'], to: 'CLOSED', flag: 'approve', danger: true },
  },
  list: {
    columns: [
      'year',
      'name',
      'purpose',
      'blockId',
      'edition',
      'incomeTotal',
      'expenseTotal',
      'submittedById',
      'createdAt',
      'status',
    ],
    hidden: ['submittedById', 'createdAt'],
    sorts: ['year', 'name', 'incomeTotal', 'expenseTotal', 'createdAt'],
    defaultSort: '-year',
    filters: ['status', 'year', 'purpose', 'blockId', 'createdAt'],
    tabs: {
      approved: { status: { in: ['APPROVED'] } },
      drafts: { status: { in: ['DRAFT', 'PENDING', 'REJECTED'] } },
      all: {},
    },
  },
  errors: {
    BUDGET_EXISTS: 409,
    BUDGET_FIXED: 409,
    BUDGET_LINE_DUPLICATE: 400,
    BUDGET_EMPTY: 422,
    BUDGET_YEAR_OPEN: 422,
    SELF_APPROVAL: 422,
  },
  check: linesFit,
});

export type BudgetRow = RowOf<typeof budget>;
