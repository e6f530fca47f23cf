import type { Recordless } from '../kit/definition.ts';
import type { Fields } from '../kit/fields.ts';
import { BUILDING_TYPES } from '../kit/project.ts';

/** The project itself. `updateInfo` edits it, `updateStatus` switches features, `write` creates another project. */
export const unitGroup = {
  name: 'unit-group',
  code: 'UNIT_GROUP',
  path: '/unit-group',
  route: 'configs-projects',
  icon: 'building',
  menu: { group: 'system', order: 1, key: 'projects' },
  flags: ['read', 'write', 'updateInfo', 'updateStatus'],
} as const satisfies Recordless;

export const TIME_ZONES = [
  'Asia/Ho_Chi_Minh',
  'Asia/Bangkok',
  'Asia/Phnom_Penh',
  'Asia/Vientiane',
  'Asia/Kuala_Lumpur',
  'Asia/Singapore',
  'Asia/Manila',
  'Asia/Hong_Kong',
  'Asia/Shanghai',
  'Asia/Seoul',
  'Asia/Tokyo',
  'Australia/Sydney',
] as const;

/** Single-value project settings. */
export const projectFields = {
  name: { kind: 'text', max: 100, required: true },
  code: { kind: 'text', code: true, max: 20, required: true },
  type: { kind: 'choice', options: BUILDING_TYPES },
  investor: { kind: 'text', max: 150 },
  management: { kind: 'text', max: 150 },
  address: { kind: 'text', address: true, max: 300 },
  hotline: { kind: 'text', max: 60 },
  timeZone: { kind: 'choice', options: TIME_ZONES, required: true },
  serviceEndsOn: { kind: 'date' },
  ticketExpiryDays: { kind: 'integer', min: 1, max: 365, required: true },
  ticketReopenDays: { kind: 'integer', min: 0, max: 90, required: true },
  taskExpiryDays: { kind: 'integer', min: 1, max: 365, required: true },
  merchantAcceptMinutes: { kind: 'integer', min: 30, max: 1440, required: true },
  waitlistOfferMinutes: { kind: 'integer', min: 10, max: 240, required: true },
  /** Month with which the financial year of the books begins. */
  financialYearMonth: { kind: 'integer', min: 1, max: 12, required: true },
  contractNumber: { kind: 'text', max: 40 },
  retentionDays: { kind: 'integer', min: 30, max: 3650, required: true },
  /** Hour of the day at which reminders are sent. */
  reminderHour: { kind: 'integer', min: 0, max: 23 },
} as const satisfies Fields;

/** Default retention of notifications in days. */
export const RETENTION_DAYS = 365;
/** Default number of days within which a completed ticket can be reopened. */
export const REOPEN_DAYS = 7;
/** Default month with which the financial year begins. */
export const FINANCIAL_YEAR_MONTH = 1;
/** Default number of days until an overdue task expires. */
export const TASK_EXPIRY_DAYS = 7;
/** Default working minutes for a partner to answer an order. */
export const MERCHANT_ACCEPT_MINUTES = 120;
/** Default minutes a free slot is reserved for a waitlist entry. */
export const WAITLIST_OFFER_MINUTES = 30;

/** Parts of a project that can be copied into a new one. */
export const TEMPLATE_PARTS = [
  'positions',
  'types',
  'labels',
  'calendar',
  'settings',
  'words',
  'features',
  'structure',
] as const;
export type TemplatePart = (typeof TEMPLATE_PARTS)[number];
