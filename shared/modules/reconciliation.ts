import type { Recordless } from '../kit/definition.ts';

/** Invariants of the ledger; users see them numbered in this order from 1. */
export const CHECKS = [
  'ENTRIES',
  'BALANCES',
  'RECEIVABLES',
  'RECEIPTS',
  'CASHBOOK',
  'TAXES',
  'DEPOSITS',
  'NEVER_BELOW',
  'CODES',
  'LOCKS',
  'CLEARING',
  'BANK',
  'PAYMENT_STATE',
  'UNIT_ACCOUNTS',
  'E_INVOICES',
  'SYNC',
  'ONLINE',
  'DOCUMENTS',
  'STATEMENT_LINES',
  'APPROVALS',
  'PLANS',
] as const;
export type Check = (typeof CHECKS)[number];

/** Checks that compare nothing yet; never shown as passed. */
export const NOT_IN_USE: ReadonlySet<Check> = new Set(['BANK', 'APPROVALS']);

/** Rules that compare numbers of records instead of amounts. */
const COUNTED_RULES: ReadonlySet<string> = new Set([
  'OWN_PROJECT',
  'REVERSED_ONCE',
  'NEVER_BELOW',
  'TILLS',
  'CODES',
  'ORDERS_GIVEN_BACK',
  'INVOICED_ONCE',
  'PROMISES',
  'DOCUMENTS_POSTED',
  'ENTRIES_DOCUMENTED',
]);
export const isCounted = (rule: string): boolean => COUNTED_RULES.has(rule);

/** Checks whose sums are numbers of records. */
const COUNTED_CHECKS: ReadonlySet<Check> = new Set(['NEVER_BELOW', 'CODES', 'PLANS', 'DOCUMENTS']);
export const countsThings = (check: Check): boolean => COUNTED_CHECKS.has(check);

export const CHECK_STATES = ['RED', 'KNOWN', 'EMPTY', 'NOT_RUN', 'GREEN', 'NOT_IN_USE'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** Reconciliation screen: checks the journal against the documents. */
export const reconciliation = {
  name: 'reconciliation',
  code: 'RECONCILIATION',
  path: '/reconciliation',
  route: 'statistics/reconciliation',
  icon: 'calculator',
  menu: { group: 'accountingReports', order: 10, key: 'reconciliation' },
  flags: ['read', 'export', 'aggregate', 'sync'],
} as const satisfies Recordless;
