import { defineModule } from '../kit/define-module.ts';
import type { RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { CARE_ERRORS, CARE_FIELDS, careFits, recordInspection, recordMaintenance } from './care.ts';
import { METERS, metersFit } from './device-reading.ts';
import { DOWN_REASONS } from './downtime.ts';

const short = { kind: 'text', max: 60, search: true, detailOnly: true } as const;
const where = {
  placeId: { kind: 'ref', to: 'place', invalidRefCode: 'LOCATION_INVALID' },
  placeText: { kind: 'text', max: 200, search: true },
} as const;
const who = {
  departmentId: { kind: 'ref', to: 'department', invalidRefCode: 'DEPARTMENT_INVALID' },
  managerId: { kind: 'ref', to: 'employee' },
} as const;
const STATUSES = ['IN_STOCK', 'IN_USE', 'NEED_MAINTENANCE', 'STOP_USING'] as const;
const NOT_STOPPED = ['IN_STOCK', 'IN_USE', 'NEED_MAINTENANCE'] as const;

/** Refuses dates of a machine that are out of order, besides the checks of care and meters. */
function deviceFits(values: Record<string, unknown>): FieldErrors {
  const { setupDate, startDate, warrantyExpiry, lastMaintenanceDate } = values;
  const errors = { ...careFits(values), ...metersFit(values.meters) };
  if (typeof setupDate !== 'string') return errors;
  if (typeof startDate === 'string' && startDate < setupDate) errors.startDate = { code: 'SETUP_AFTER_START' };
  if (typeof warrantyExpiry === 'string' && warrantyExpiry <= setupDate)
    errors.warrantyExpiry = { code: 'WARRANTY_BEFORE_SETUP' };
  if (typeof lastMaintenanceDate === 'string' && lastMaintenanceDate < setupDate)
    errors.lastMaintenanceDate = { code: 'MAINTENANCE_BEFORE_SETUP' };
  return errors;
}

/** A machine of a system: a lift, a pump, a generator. */
export const device = defineModule({
  name: 'device',
  code: 'TECHNICAL_SYSTEM',
  path: '/device',
  opens: 'technical-management?tabActiveKey=DEVICE&id=',
  icon: 'wrench',
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
      taken: 'DEVICE_CODE_EXISTS',
      search: true,
    },
    name: { kind: 'text', min: 2, max: 150, required: true, search: true },
    systemId: { kind: 'ref', to: 'technical-system', required: true, invalidRefCode: 'SYSTEM_NOT_FOUND' },
    categoryId: { kind: 'ref', to: 'item-category', where: { of: 'DEVICE' } },
    elevatorId: { kind: 'ref', to: 'elevator' },
    assetId: { kind: 'ref', to: 'asset' },
    ...where,
    ...who,
    supplierId: { kind: 'ref', to: 'partner', invalidRefCode: 'SUPPLIER_INVALID' },
    brand: short,
    model: short,
    serial: short,
    specs: { kind: 'longText', max: 2000, detailOnly: true },
    critical: { kind: 'flag' },
    setupDate: { kind: 'date' },
    warrantyExpiry: { kind: 'date' },
    ...CARE_FIELDS,
    meters: METERS,
    down: { kind: 'flag', readOnly: true },
    downSince: { kind: 'instant', readOnly: true },
    images: { kind: 'files', max: 5, images: true, detailOnly: true },
    files: { kind: 'files', max: 5, detailOnly: true },
    note: { kind: 'longText', max: 2000, detailOnly: true },
    stoppedOn: { kind: 'date', readOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    /** Incremented to invalidate printed QR codes. */
    qrVersion: { kind: 'integer', min: 1, initial: 1, readOnly: true, internal: true },
    /** Unique keys: an elevator and an asset each belong to at most one machine. */
    elevatorKey: {
      kind: 'text',
      max: 24,
      key: true,
      readOnly: true,
      internal: true,
      unique: true,
      blames: 'elevatorId',
    },
    assetKey: {
      kind: 'text',
      max: 24,
      key: true,
      readOnly: true,
      internal: true,
      unique: true,
      blames: 'assetId',
    },
  },
  initial: 'IN_USE',
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
      input: { ...where, startDate: { kind: 'date' } },
    },
    'need-maintenance': {
      from: ['IN_USE'],
      to: 'NEED_MAINTENANCE',
      flag: 'updateStatus',
      reason: true,
      key: 'f',
      input: { images: { kind: 'files', max: 5, images: true } },
    },
    maintained: { from: ['NEED_MAINTENANCE'], to: 'IN_USE', flag: 'updateStatus' },
    return: {
      from: ['IN_USE', 'NEED_MAINTENANCE'],
      to: 'IN_STOCK',
      flag: 'updateStatus',
      asks: true,
      input: { note: { kind: 'longText', max: 1000 } },
    },
    stop: {
      from: NOT_STOPPED,
      to: 'STOP_USING',
      flag: 'updateStatus',
      reason: true,
      danger: true,
      input: { stoppedOn: { kind: 'date', begins: 'today', required: true } },
    },
    'use-again': { from: ['STOP_USING'], to: 'IN_STOCK', flag: 'updateStatus', reason: true },
    move: {
      from: NOT_STOPPED,
      flag: 'write',
      asks: true,
      multi: true,
      key: 'm',
      icon: 'move',
      input: { ...where, ...who },
    },
    duplicate: {
      from: STATUSES,
      flag: 'write',
      input: { count: { kind: 'integer', min: 1, max: 100, required: true } },
    },
    // A meter was read, by a separate route.
    measured: { from: NOT_STOPPED, flag: 'write', by: 'system' },
    down: {
      from: ['IN_USE', 'NEED_MAINTENANCE'],
      flag: 'updateStatus',
      key: 'd',
      when: { down: ['false'] },
      whenFailsCode: 'DOWNTIME_OPEN',
      input: {
        at: { kind: 'instant' },
        why: { kind: 'choice', options: DOWN_REASONS, initial: 'BREAKDOWN', required: true },
        note: { kind: 'text', max: 500 },
        /** Also creates a draft announcement to the affected residents, for staff to send. */
        announce: { kind: 'flag' },
      },
    },
    up: {
      from: ['IN_USE', 'NEED_MAINTENANCE'],
      flag: 'updateStatus',
      key: 'u',
      when: { down: ['true'] },
      togglesFlag: true,
      asks: true,
      input: { at: { kind: 'instant' } },
    },
    'new-qr': { from: STATUSES, flag: 'write', danger: true },
    'record-maintenance': { from: NOT_STOPPED, ...recordMaintenance },
    'record-inspection': { from: NOT_STOPPED, ...recordInspection },
  },
  list: {
    columns: [
      'code',
      'name',
      'systemId',
      'placeId',
      'placeText',
      'status',
      'critical',
      'downSince',
      'maintenanceDue',
      'nextMaintenanceDate',
      'inspectionDue',
      'nextInspectionDate',
      'managerId',
      'categoryId',
      'departmentId',
      'createdAt',
    ],
    hidden: ['placeText', 'categoryId', 'departmentId', 'createdAt'],
    sorts: ['code', 'name', 'nextMaintenanceDate', 'nextInspectionDate', 'createdAt'],
    defaultSort: 'code',
    waits: {
      down: { as: 'overdue', where: { down: { in: ['true'] } }, each: true, by: 'downSince', does: 'open' },
      overdue: {
        as: 'overdue',
        where: { maintenanceDue: { in: ['OVERDUE'] } },
        flag: 'updateStatus',
        by: 'nextMaintenanceDate',
        does: 'open',
      },
    },
    figures: {
      inUse: { trades: ['technician'], where: { status: { in: ['IN_USE'] } } },
    },
    filters: [
      'status',
      'systemId',
      'categoryId',
      'elevatorId',
      'assetId',
      'placeId',
      'departmentId',
      'managerId',
      'supplierId',
      'critical',
      'down',
      'downSince',
      'maintenanceDue',
      'inspectionDue',
      'setupDate',
      'warrantyExpiry',
      'maintenanceContractorId',
      'inspectionContractorId',
      'nextMaintenanceDate',
      'nextInspectionDate',
      'lastInspectionResult',
      'createdAt',
    ],
    tabs: {
      needMaintenance: { status: { in: ['NEED_MAINTENANCE'] } },
      inUse: { status: { in: ['IN_USE'] } },
      stopped: { status: { in: ['STOP_USING'] } },
      all: {},
    },
    marks: {
      down: { down: { in: ['true'] } },
      overdue: { maintenanceDue: { in: ['OVERDUE'] } },
      uninspected: { inspectionDue: { in: ['OVERDUE'] } },
      critical: { critical: { in: ['true'] } },
    },
  },
  errors: {
    DEVICE_CODE_EXISTS: 409,
    MAINTENANCE_HAS_HISTORY: 409,
    DEVICE_HAS_WORK: 409,
    DOWNTIME_OPEN: 409,
    READING_TOO_LOW: 422,
    SYSTEM_NOT_FOUND: 422,
    CERTIFICATE_REQUIRED: 422,
    SUPPLIER_INVALID: 422,
    LOCATION_INVALID: 422,
    DEPARTMENT_INVALID: 422,
    ...CARE_ERRORS,
  },
  imports: { keys: [['code']] },
  check: deviceFits,
});

export type DeviceRow = RowOf<typeof device>;
