import type { Recordless } from '../kit/definition.ts';

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

/** Charges and receipts by service and month against the year before, computed from the journal. */
export const receivableReport = {
  name: 'receivable-report',
  code: 'RECEIVABLE_REPORT',
  path: '/statistics/receivables',
  route: 'statistics/receivables',
  icon: 'chart',
  menu: { group: 'accountingReports', order: 2, key: 'receivables' },
  flags: ['read', 'export'],
} as const satisfies Recordless;
