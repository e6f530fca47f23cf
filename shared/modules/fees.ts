import type { Recordless } from '../kit/definition.ts';

/** Screen for creating manual bills of many units as drafts. */
export const manualBills = {
  name: 'manual-bills',
  code: 'BILL',
  path: '/bill/manual',
  route: 'bill-add-manual',
  icon: 'list-plus',
  menu: { group: 'fees', order: 6, key: 'manualBills' },
  flags: ['read', 'write'],
} as const satisfies Recordless;

/** Usage entered as numbers, for services without a meter. */
export const numberUse = {
  name: 'number-use',
  code: 'USAGE',
  path: '/usage/sheet',
  route: 'save-number-use',
  icon: 'calculator',
  menu: { group: 'fees', order: 2, key: 'numberUse' },
  flags: ['read', 'write'],
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
