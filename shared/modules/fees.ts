import type { Recordless } from '../kit/definition.ts';

/** Bills by hand for many units at once: drafts of the module of bills. */
export const manualBills = {
  name: 'manual-bills',
  code: 'BILL',
  path: '/bill/manual',
  route: 'bill-add-manual',
  icon: 'list-plus',
  menu: { group: 'fees', order: 6, key: 'manualBills' },
  flags: ['read', 'write'],
} as const satisfies Recordless;

/** Usage recorded as a number, for services without a meter; same sheet as that of readings. */
export const numberUse = {
  name: 'number-use',
  code: 'USAGE',
  path: '/usage/sheet',
  route: 'save-number-use',
  icon: 'calculator',
  menu: { group: 'fees', order: 2, key: 'numberUse' },
  flags: ['read', 'write'],
} as const satisfies Recordless;

/** Charges and receipts by service and month, compared with the year before: a view over the journal. */
export const receivableReport = {
  name: 'receivable-report',
  code: 'RECEIVABLE_REPORT',
  path: '/statistics/receivables',
  route: 'statistics/receivables',
  icon: 'chart',
  menu: { group: 'accountingReports', order: 2, key: 'receivables' },
  flags: ['read', 'export'],
} as const satisfies Recordless;
