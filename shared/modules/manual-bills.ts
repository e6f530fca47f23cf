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
