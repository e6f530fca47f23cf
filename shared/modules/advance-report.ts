import type { Recordless } from '../kit/definition.ts';

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
