import type { Recordless } from '../kit/definition.ts';

/** Mails kept in a folder because no mail server is configured. */
export const outbox = {
  name: 'outbox',
  code: 'FEE_NOTICE',
  path: '/outbox',
  route: 'outbox',
  icon: 'mail',
  menu: { group: 'fees', order: 10, key: 'outbox', while: 'OUTBOX', or: 'ANNOUNCEMENT' },
  flags: ['read'],
} as const satisfies Recordless;

/** Cashbook, computed from the journal. */
export const cashbook = {
  name: 'cashbook',
  code: 'CASHBOOK',
  path: '/cashbook',
  route: 'statistics/cashbook',
  icon: 'book',
  menu: { group: 'accountingReports', order: 1, key: 'cashbook' },
  flags: ['read', 'aggregate', 'export'],
} as const satisfies Recordless;

/** Debts by age, computed from the bills. */
export const debtReport = {
  name: 'debt-report',
  code: 'RECEIVABLE_REPORT',
  path: '/statistics/debt',
  route: 'statistics/debt',
  icon: 'chart',
  menu: { group: 'accountingReports', order: 2, key: 'debt', flag: 'aggregate' },
  flags: ['read', 'aggregate', 'export'],
} as const satisfies Recordless;

/** Cashier screen: bills of a unit, and receipts created for them. */
export const payment = {
  name: 'payment',
  code: 'PAYMENT',
  path: '/payment',
  route: 'payment/single-unit',
  icon: 'wallet',
  menu: { group: 'payments', order: 1, key: 'payment' },
  flags: ['read', 'write'],
} as const satisfies Recordless;

/** Figures of the advance report: opening + received + transferredIn - transferredOut - used - refunded = closing. */
export const ADVANCE_FIGURES = [
  'opening',
  'received',
  'transferredIn',
  'transferredOut',
  'used',
  'refunded',
  'closing',
] as const;
export const ADVANCE_GROUPS = ['service', 'unit', 'block', 'month'] as const;
export type AdvanceGroup = (typeof ADVANCE_GROUPS)[number];

/** Prepayments of units, computed from the journal. */
export const advanceReport = {
  name: 'advance-report',
  code: 'ADVANCE_REPORT',
  path: '/statistics/advance-payment',
  route: 'statistics/advance-payment',
  icon: 'coins',
  menu: { group: 'accountingReports', order: 4, key: 'advances' },
  flags: ['read', 'export'],
} as const satisfies Recordless;

/** Payment of bills of many units at once. */
export const multiPayment = {
  name: 'multi-payment',
  code: 'PAYMENT',
  path: '/payment/multi-unit',
  route: 'payment/multi-unit',
  icon: 'list-plus',
  menu: { group: 'payments', order: 1.5, key: 'multiPayment' },
  flags: ['read'],
} as const satisfies Recordless;

/** Income and expenses by month, computed from the journal. */
export const resultReport = {
  name: 'result-report',
  code: 'BALANCE_SHEET',
  path: '/statistics/operational',
  route: 'statistics/operational-revenue-and-expense',
  icon: 'chart',
  menu: { group: 'accountingReports', order: 5, key: 'operationalResult' },
  flags: ['read', 'export'],
} as const satisfies Recordless;

/** Assets, liabilities and equity on a day, computed from the journal. */
export const balanceSheet = {
  name: 'balance-sheet',
  code: 'BALANCE_SHEET',
  path: '/statistics/balance-sheet',
  route: 'statistics/balance-sheet',
  icon: 'landmark',
  menu: { group: 'accountingReports', order: 6, key: 'balanceSheet', flag: 'aggregate' },
  flags: ['read', 'aggregate', 'export'],
} as const satisfies Recordless;
