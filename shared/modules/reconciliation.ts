import type { Recordless } from '../kit/definition.ts';

/** Invariants of the ledger, in the order of their numbers; 1 is the first. */
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

/** Those that nothing is compared of yet: never green. */
export const NOT_IN_USE: ReadonlySet<Check> = new Set(['BANK', 'APPROVALS']);

/** Rules that each of so many things keeps or breaks: both sides are counts, not money. */
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

/** Checks whose sums are those of such a rule. */
const COUNTED_CHECKS: ReadonlySet<Check> = new Set(['NEVER_BELOW', 'CODES', 'PLANS', 'DOCUMENTS']);
export const countsThings = (check: Check): boolean => COUNTED_CHECKS.has(check);

export const CHECK_STATES = ['RED', 'KNOWN', 'EMPTY', 'NOT_RUN', 'GREEN', 'NOT_IN_USE'] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** Something that a check found: both sides of what should be alike, in dong or counted, and where it stands. */
export interface FoundRow {
  rule: string;
  /** Type of `id`: a module, or the counted subject of a rule. */
  of: string;
  id: string;
  name: string;
  serviceId: string | null;
  left: number;
  right: number;
}

/** Whether the books agree: a view over the journal and the documents, and what was found of them. */
export const reconciliation = {
  name: 'reconciliation',
  code: 'RECONCILIATION',
  path: '/reconciliation',
  route: 'statistics/reconciliation',
  icon: 'calculator',
  menu: { group: 'accountingReports', order: 10, key: 'reconciliation' },
  flags: ['read', 'export', 'aggregate', 'sync'],
} as const satisfies Recordless;
