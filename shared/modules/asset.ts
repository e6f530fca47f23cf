import { defineModule } from '../kit/define-module.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { MEANT_DATE } from './care.ts';
import { DUE_STATUS } from './upkeep.ts';

/** Days before the next maintenance from which an asset is due soon. */
export const ASSET_DUE_DAYS = 7;
/** Ways of disposal; all but NONE are final. */
export const DISPOSALS = ['NONE', 'SOLD', 'SCRAPPED', 'LOST', 'DONATED'] as const;
/** Maximum number of copies created at once. */
export const MOST_COPIES = 100;

const short = { kind: 'text', max: 60, search: true, detailOnly: true } as const;
const supplier = { kind: 'ref', to: 'partner', invalidRefCode: 'SUPPLIER_INVALID' } as const;
const where = {
  placeId: { kind: 'ref', to: 'place', invalidRefCode: 'LOCATION_INVALID' },
  managerUnitId: { kind: 'ref', to: 'department', invalidRefCode: 'MANAGER_UNIT_INVALID' },
  holderId: { kind: 'ref', to: 'employee' },
} as const;
const placeText = { kind: 'text', max: 200, search: true } as const;

const days = (values: Record<string, unknown>, ...names: string[]) =>
  names.map(name => (typeof values[name] === 'string' ? (values[name] as string) : null));

/** Requires the dates of an asset to be in order: set up, used, maintained. */
function daysFollow(values: Record<string, unknown>): FieldErrors {
  const [setup, start, last] = days(values, 'setupDate', 'startDate', 'lastMaintenanceDate');
  const [expiry] = days(values, 'warrantyExpiry');
  const errors: FieldErrors = {};
  if (setup && start && start < setup) errors.startDate = { code: 'SETUP_AFTER_START' };
  if (setup && last && last < setup) errors.lastMaintenanceDate = { code: 'MAINTENANCE_BEFORE_SETUP' };
  if (setup && expiry && expiry <= setup) errors.warrantyExpiry = { code: 'WARRANTY_BEFORE_SETUP' };
  const { purchasePrice, residualValue } = values;
  if (typeof purchasePrice === 'number' && typeof residualValue === 'number' && residualValue > purchasePrice)
    errors.residualValue = { code: 'TOO_LARGE', params: { max: purchasePrice } };
  return errors;
}

/** An asset of the building: location, responsible person, warranty and maintenance. */
export const asset = defineModule({
  name: 'asset',
  code: 'ASSET',
  path: '/asset',
  route: 'asset',
  opens: 'asset?part=assets&id=',
  icon: 'boxes',
  menu: { group: 'operations', order: 4, key: 'assets', makes: true },
  title: 'name',
  apart: ['code'],
  flags: ['read', 'write', 'delete', 'export', 'updateStatus', 'aggregate'],
  fields: {
    code: {
      kind: 'text',
      code: true,
      max: 30,
      required: true,
      unique: true,
      taken: 'ASSET_CODE_EXISTS',
      search: true,
    },
    name: { kind: 'text', min: 2, max: 150, required: true, search: true },
    categoryId: { kind: 'ref', to: 'item-category', where: { of: 'ASSET' } },
    supplierId: supplier,
    maintenanceUnitId: { ...supplier, invalidRefCode: 'MAINTENANCE_UNIT_INVALID' },
    ...where,
    placeText,
    brand: short,
    model: short,
    serial: short,
    setupDate: { kind: 'date' },
    startDate: { kind: 'date' },
    warrantyCode: { kind: 'text', max: 50, detailOnly: true },
    warrantyDays: { kind: 'integer', min: 1, max: 36_500, detailOnly: true },
    warrantyExpiry: { kind: 'date' },
    cycleDays: { kind: 'integer', min: 1, max: 3650 },
    lastMaintenanceDate: { kind: 'date' },
    nextMaintenanceDate: { kind: 'date' },
    maintenanceMeant: MEANT_DATE,
    dueStatus: DUE_STATUS,
    purchaseDate: { kind: 'date' },
    purchasePrice: { kind: 'money', min: 0 },
    residualValue: { kind: 'money', min: 0, detailOnly: true },
    usefulMonths: { kind: 'integer', min: 0, max: 600, detailOnly: true },
    condition: { kind: 'choice', options: ['NEW', 'GOOD', 'WORN', 'BROKEN'], initial: 'NEW' },
    images: { kind: 'files', max: 5, images: true, detailOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    note: { kind: 'longText', max: 2000, detailOnly: true },
    stoppedOn: { kind: 'date', readOnly: true },
    disposal: { kind: 'choice', options: DISPOSALS, readOnly: true },
    proceeds: { kind: 'money', min: 0, readOnly: true, detailOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    /** Incremented to invalidate printed codes. */
    qrVersion: { kind: 'integer', min: 1, initial: 1, readOnly: true, internal: true },
    /** Maintenance date of the latest reminder, and whether it was overdue then. */
    dueTold: { kind: 'text', max: 20, key: true, readOnly: true, internal: true, detailOnly: true },
    /** Unique key of serial number and model. */
    serialKey: {
      kind: 'text',
      max: 130,
      key: true,
      readOnly: true,
      internal: true,
      unique: true,
      taken: 'SERIAL_EXISTS',
      blames: 'serial',
    },
  },
  initial: 'IN_STOCK',
  statuses: {
    IN_STOCK: { tone: 'ended', icon: 'circle-dot' },
    IN_USE: { tone: 'done', icon: 'circle-check' },
    NEED_MAINTENANCE: { tone: 'waiting', icon: 'clock' },
    STOP_USING: { tone: 'ended', icon: 'ban' },
  },
  actions: {
    'put-in-use': {
      from: ['IN_STOCK'],
      to: 'IN_USE',
      flag: 'updateStatus',
      asks: true,
      multi: true,
      input: { ...where, placeText, startDate: { kind: 'date' } },
    },
    return: {
      aside: true,
      from: ['IN_USE', 'NEED_MAINTENANCE'],
      to: 'IN_STOCK',
      flag: 'updateStatus',
      asks: true,
      input: { note: { kind: 'longText', max: 1000 } },
    },
    'report-fault': {
      from: ['IN_USE'],
      to: 'NEED_MAINTENANCE',
      flag: 'updateStatus',
      reason: true,
      key: 'f',
      input: { images: { kind: 'files', max: 5, images: true } },
    },
    maintained: {
      from: ['IN_USE', 'NEED_MAINTENANCE'],
      to: 'IN_USE',
      flag: 'updateStatus',
      asks: true,
      key: 'r',
      input: {
        doneOn: { kind: 'date' },
        nextDate: { kind: 'date' },
        result: { kind: 'longText', max: 5000 },
        cost: { kind: 'money', min: 0, max: 2_000_000_000 },
        files: { kind: 'files', max: 5 },
      },
    },
    stop: {
      from: ['IN_STOCK', 'IN_USE', 'NEED_MAINTENANCE'],
      to: 'STOP_USING',
      flag: 'updateStatus',
      reason: true,
      danger: true,
      multi: true,
      input: {
        stoppedOn: { kind: 'date', begins: 'today', required: true },
        disposal: { kind: 'choice', options: DISPOSALS, required: true },
        proceeds: { kind: 'money', min: 0, visibleWhen: { disposal: ['SOLD'] } },
      },
    },
    'use-again': {
      from: ['STOP_USING'],
      to: 'IN_STOCK',
      flag: 'updateStatus',
      reason: true,
      when: { disposal: ['NONE'] },
      whenFailsCode: 'ASSET_DISPOSED',
    },
    move: {
      from: ['IN_STOCK', 'IN_USE', 'NEED_MAINTENANCE'],
      flag: 'write',
      asks: true,
      multi: true,
      key: 'm',
      icon: 'move',
      input: where,
    },
    duplicate: {
      from: ['IN_STOCK', 'IN_USE', 'NEED_MAINTENANCE', 'STOP_USING'],
      flag: 'write',
      input: { count: { kind: 'integer', min: 1, max: MOST_COPIES, required: true } },
    },
    'new-qr': { from: ['IN_STOCK', 'IN_USE', 'NEED_MAINTENANCE', 'STOP_USING'], flag: 'write', danger: true },
  },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: [
      'code',
      'name',
      'categoryId',
      'placeId',
      'placeText',
      'managerUnitId',
      'holderId',
      'status',
      'dueStatus',
      'nextMaintenanceDate',
      'warrantyExpiry',
      'condition',
      'supplierId',
      'maintenanceUnitId',
      'lastMaintenanceDate',
      'purchasePrice',
      'createdAt',
    ],
    hidden: [
      'placeText',
      'holderId',
      'supplierId',
      'maintenanceUnitId',
      'condition',
      'lastMaintenanceDate',
      'purchasePrice',
      'createdAt',
    ],
    sorts: [
      'code',
      'name',
      'nextMaintenanceDate',
      'lastMaintenanceDate',
      'warrantyExpiry',
      'setupDate',
      'startDate',
      'purchaseDate',
      'purchasePrice',
      'createdAt',
    ],
    defaultSort: 'code',
    waits: {
      overdue: {
        as: 'overdue',
        where: { dueStatus: { in: ['OVERDUE'] } },
        flag: 'updateStatus',
        by: 'nextMaintenanceDate',
        does: 'open',
      },
    },
    filters: [
      'status',
      'dueStatus',
      'categoryId',
      'placeId',
      'managerUnitId',
      'holderId',
      'supplierId',
      'maintenanceUnitId',
      'condition',
      'disposal',
      'nextMaintenanceDate',
      'lastMaintenanceDate',
      'warrantyExpiry',
      'setupDate',
      'startDate',
      'purchaseDate',
      'stoppedOn',
      'createdAt',
    ],
    late: { flag: 'dueStatus', is: 'OVERDUE', day: 'nextMaintenanceDate' },
    tabs: {
      inUse: { status: { in: ['IN_USE'] } },
      inStock: { status: { in: ['IN_STOCK'] } },
      needMaintenance: { status: { in: ['NEED_MAINTENANCE'] } },
      stopped: { status: { in: ['STOP_USING'] } },
      all: {},
    },
    marks: {
      overdue: { dueStatus: { in: ['OVERDUE'] } },
      dueSoon: { dueStatus: { in: ['DUE_SOON'] } },
      mine: { holderId: { in: ['me'] } },
      withoutPlace: { placeId: { in: ['none'] }, status: { in: ['IN_USE'] } },
    },
  },
  errors: {
    DONE_BEFORE_LAST: 422,
    ASSET_CODE_EXISTS: 409,
    SERIAL_EXISTS: 409,
    ASSET_DISPOSED: 409,
    DEVICE_HAS_WORK: 409,
    KEPT_BY_PLAN: 422,
    SUPPLIER_INVALID: 422,
    MAINTENANCE_UNIT_INVALID: 422,
    MANAGER_UNIT_INVALID: 422,
    LOCATION_INVALID: 422,
    SETUP_AFTER_START: 400,
    MAINTENANCE_BEFORE_SETUP: 400,
    WARRANTY_BEFORE_SETUP: 400,
    LAST_AFTER_NEXT: 400,
    WARRANTY_MISMATCH: 400,
  },
  imports: { keys: [['code']] },
  check: daysFollow,
});
