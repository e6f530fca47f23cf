import type { Recordless } from '../kit/definition.ts';

/** Mails that would have been sent, without a mail server: a view over a folder. */
export const outbox = {
  name: 'outbox',
  code: 'FEE_NOTICE',
  path: '/outbox',
  route: 'outbox',
  icon: 'mail',
  menu: { group: 'fees', order: 10, key: 'outbox', while: 'OUTBOX' },
  flags: ['read'],
} as const satisfies Recordless;

/** The cashbook: a view over the journal. */
export const cashbook = {
  name: 'cashbook',
  code: 'CASHBOOK',
  path: '/cashbook',
  route: 'statistics/cashbook',
  icon: 'book',
  menu: { group: 'accountingReports', order: 1, key: 'cashbook' },
  flags: ['read', 'aggregate', 'export'],
} as const satisfies Recordless;

/** Debts by age: a view over the bills. */
export const debtReport = {
  name: 'debt-report',
  code: 'RECEIVABLE_REPORT',
  path: '/statistics/debt',
  route: 'statistics/debt',
  icon: 'chart',
  menu: { group: 'accountingReports', order: 2, key: 'debt', flag: 'aggregate' },
  flags: ['read', 'aggregate', 'export'],
} as const satisfies Recordless;

/** The cashier's place: a view over the bills of a unit and the receipts that it makes. */
export const payment = {
  name: 'payment',
  code: 'PAYMENT',
  path: '/payment',
  route: 'payment/single-unit',
  icon: 'wallet',
  menu: { group: 'payments', order: 1, key: 'payment' },
  flags: ['read', 'write'],
} as const satisfies Recordless;

/** Figures of the advance report per group: opening + received + transferred in - transferred out - used - refunded = closing. */
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

/** Advance payments of units: a view over the journal. */
export const advanceReport = {
  name: 'advance-report',
  code: 'ADVANCE_REPORT',
  path: '/statistics/advance-payment',
  route: 'statistics/advance-payment',
  icon: 'coins',
  menu: { group: 'accountingReports', order: 4, key: 'advances' },
  flags: ['read', 'export'],
} as const satisfies Recordless;

/** Many units paid at once: a view over their bills and the receipts that it makes. */
export const multiPayment = {
  name: 'multi-payment',
  code: 'PAYMENT',
  path: '/payment/multi-unit',
  route: 'payment/multi-unit',
  icon: 'list-plus',
  menu: { group: 'payments', order: 1.5, key: 'multiPayment' },
  flags: ['read'],
} as const satisfies Recordless;

/** Income and expenses by month: a view over the journal. */
export const resultReport = {
  name: 'result-report',
  code: 'BALANCE_SHEET',
  path: '/statistics/operational',
  route: 'statistics/operational-revenue-and-expense',
  icon: 'chart',
  menu: { group: 'accountingReports', order: 5, key: 'operationalResult' },
  flags: ['read', 'export'],
} as const satisfies Recordless;

/** Assets, debts and equity of the building on a day: a view over the journal. */
export const balanceSheet = {
  name: 'balance-sheet',
  code: 'BALANCE_SHEET',
  path: '/statistics/balance-sheet',
  route: 'statistics/balance-sheet',
  icon: 'landmark',
  menu: { group: 'accountingReports', order: 6, key: 'balanceSheet', flag: 'aggregate' },
  flags: ['read', 'aggregate', 'export'],
} as const satisfies Recordless;
