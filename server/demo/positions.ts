import { BOOKKEEPING } from '@lobby/shared/kit/books.ts';
import { FLAGS, type Flag, type Permissions } from '@lobby/shared/kit/permissions.ts';
import { DECLARED } from '@lobby/shared/modules/declared.ts';

/** Modules that only accountants work in: bookkeeping and what surrounds it. */
const ACCOUNTING = [
  ...BOOKKEEPING,
  'BANK_STATEMENT',
  'DEBT_TRACKING',
  'BUDGET',
  'ONLINE_TRANSACTION',
  'E_INVOICE',
  'ACCOUNTING',
  'RECONCILIATION',
  'APPROVAL_REQUEST',
] as const;

/** Permission modules of the product, including ones without a definition yet. */
export const MODULE_CODES = [
  'UNIT_GROUP',
  'AUTHORIZATION',
  'EMPLOYEE',
  'LOCATION',
  'WORK_SCHEDULE',
  'LABEL',
  'TEMPLATE',
  'UNIT',
  'MEMBER',
  'DOCUMENT',
  'RENTAL_CONTRACT',
  'HELP_DESK',
  'HELP_DESK_TYPE',
  'MEMBER_COMMUNICATE',
  'TASK',
  'ANNOUNCEMENT',
  'NEWS',
  'POLL',
  'NOTIFICATION',
  'ACTIVITY',
  'ACCESS_MANAGEMENT',
  'WATCHLIST',
  'INVENTORY_TRANSFER_MANAGEMENT',
  'CONSTRUCTION_MANAGEMENT',
  'CARD_REGISTRATION_MANAGEMENT',
  'CARD',
  'APPROVAL_FLOW',
  'PARCEL',
  'SHIFT_LOG',
  ...ACCOUNTING,
  'AMENITY',
  'AMENITIES_ORDERS',
  'MERCHANT_ORDER',
  'ASSET',
  'SUPPLY',
  'PARTNER',
  'HOTLINE',
  'TECHNICAL_SYSTEM',
  'MAINTENANCE',
  'DASHBOARD',
  'REPORT',
  'CONFERENCE',
  'HANDOVER',
] as const;
export type ModuleCode = (typeof MODULE_CODES)[number];

/** Flags that a module declares; all flags while it has no definition. */
export function declaredFlags(code: ModuleCode): readonly Flag[] {
  const flags = DECLARED.get(code) ?? [];
  return flags.length > 0 ? flags : FLAGS;
}

type Row = readonly [codes: readonly ModuleCode[], flags: readonly Flag[] | 'all' | 'all but delete'];

const WORK = ['read', 'write', 'updateStatus'] as const;

/** Modules that every position may read. */
const ALL = [['HOTLINE', 'DASHBOARD'], ['read']] as const;

/** Permissions by position; modules not listed are closed to it. */
const TABLE = {
  admin: [[MODULE_CODES, 'all']],
  reception: [
    ALL,
    [['ACCESS_MANAGEMENT'], [...WORK, 'approve', 'export']],
    [['INVENTORY_TRANSFER_MANAGEMENT'], [...WORK, 'approve']],
    [['CONSTRUCTION_MANAGEMENT', 'CARD_REGISTRATION_MANAGEMENT', 'PARCEL', 'SHIFT_LOG'], WORK],
    [['UNIT', 'MEMBER'], ['read']],
    [['HELP_DESK'], ['read', 'write']],
    [['AMENITIES_ORDERS'], ['read', 'updateStatus']],
  ],
  service: [
    ALL,
    [['HELP_DESK', 'MEMBER_COMMUNICATE', 'TASK', 'AMENITY', 'AMENITIES_ORDERS', 'MERCHANT_ORDER'], 'all but delete'],
    // Only drafts and unreferenced records can be deleted.
    [['ANNOUNCEMENT', 'NEWS', 'POLL'], 'all'],
    [
      ['UNIT', 'MEMBER'],
      ['read', 'readEncrypted'],
    ],
    [['LABEL', 'LOCATION', 'WORK_SCHEDULE'], ['read']],
    [
      ['REPORT', 'DASHBOARD'],
      ['read', 'export'],
    ],
  ],
  accountant: [
    ALL,
    [ACCOUNTING, 'all'],
    [['TEMPLATE'], 'all'],
    [['AMENITIES_ORDERS'], ['read', 'updateStatus', 'deduct', 'aggregate', 'export']],
    [['MERCHANT_ORDER'], ['read', 'aggregate', 'export']],
    [
      ['ASSET', 'SUPPLY', 'PARTNER', 'REPORT', 'DASHBOARD'],
      ['read', 'export'],
    ],
    [
      ['UNIT', 'MEMBER'],
      ['read', 'readEncrypted', 'exportEncrypted'],
    ],
  ],
  technician: [
    ALL,
    [['TASK', 'MAINTENANCE', 'TECHNICAL_SYSTEM', 'ASSET', 'SUPPLY', 'PARTNER', 'MERCHANT_ORDER'], WORK],
    [['CONSTRUCTION_MANAGEMENT'], ['read', 'approve']],
    [['HELP_DESK', 'LOCATION', 'WORK_SCHEDULE', 'AMENITIES_ORDERS'], ['read']],
  ],
  handover: [
    ALL,
    [['CONFERENCE', 'HANDOVER'], 'all'],
    [
      ['UNIT', 'MEMBER'],
      ['read', 'readEncrypted'],
    ],
  ],
} as const satisfies Record<string, readonly Row[]>;

export type PositionKey = keyof typeof TABLE;

/** Modules that only administrators have by default. */
export const ADMIN_ONLY: readonly ModuleCode[] = [
  'UNIT_GROUP',
  'AUTHORIZATION',
  'EMPLOYEE',
  'DOCUMENT',
  'RENTAL_CONTRACT',
  'HELP_DESK_TYPE',
  'ACTIVITY',
  'CARD',
  'APPROVAL_FLOW',
  'WATCHLIST',
];

/** Modules granted to any position besides Admin. */
export const givenCodes = (): ReadonlySet<string> =>
  new Set(POSITION_KEYS.filter(key => key !== 'admin').flatMap(key => Object.keys(permissionsOf(key))));

/** Departments of the demo with the one position of each. */
export const POSITIONS = {
  admin: { department: 'Admin', name: 'Admin' },
  reception: { department: 'Lễ tân', name: 'Nhân viên lễ tân' },
  service: { department: 'Chăm sóc cư dân', name: 'Nhân viên CSKH' },
  accountant: { department: 'Kế toán', name: 'Kế toán viên' },
  technician: { department: 'Kỹ thuật', name: 'Kỹ thuật viên' },
  handover: { department: 'Bàn giao và hội nghị', name: 'Nhân viên bàn giao' },
} as const satisfies Record<PositionKey, { department: string; name: string }>;

export const POSITION_KEYS = [
  'admin',
  'reception',
  'service',
  'accountant',
  'technician',
  'handover',
] as const satisfies readonly PositionKey[];

/** Stored permissions of a position: flags by module. */
export function permissionsOf(key: PositionKey): Permissions {
  const permissions: Partial<Record<string, readonly Flag[]>> = {};
  const rows: readonly Row[] = TABLE[key];
  for (const [codes, flags] of rows)
    for (const code of codes)
      permissions[code] =
        typeof flags !== 'string' ? flags : declaredFlags(code).filter(flag => flags === 'all' || flag !== 'delete');
  return permissions;
}
