import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

export const VEHICLE_TYPES = [
  'CAR',
  'MOTORBIKE',
  'E_CAR',
  'E_MOTORBIKE',
  'BICYCLE',
  'E_BICYCLE',
  'TRUCK',
  'OTHER',
] as const;
export type VehicleType = (typeof VEHICLE_TYPES)[number];

/** Vehicle types that need a plate. */
export const PLATED: readonly string[] = ['CAR', 'MOTORBIKE', 'E_CAR', 'E_MOTORBIKE', 'TRUCK'];

const day = (value: unknown) => (typeof value === 'string' ? value : '');

/** Requires a plate where the type needs one, and a stop date not before the start. */
function fits({ type, plate, startDate, stopDate }: Record<string, unknown>): FieldErrors {
  return {
    ...(PLATED.includes(String(type)) && !plate && { plate: { code: 'VEHICLE_PLATE_REQUIRED' } }),
    ...(day(stopDate) !== '' && day(stopDate) < day(startDate) && { stopDate: { code: 'VEHICLE_DATES_REVERSED' } }),
  };
}

/** A vehicle that may park. Its plate is found in any notation. */
export const vehicle = defineModule({
  name: 'vehicle',
  code: 'CARD',
  path: '/vehicle',
  opens: 'card-warehouse?part=vehicles&id=',
  icon: 'car',
  title: 'plate',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus', 'aggregate'],
  fields: {
    plate: { kind: 'text', max: 20, plate: true, search: true },
    rawPlate: { kind: 'text', max: 20, code: true, readOnly: true, internal: true, search: true },
    plateEnd: { kind: 'text', max: 4, code: true, readOnly: true, internal: true, search: true },
    /** Unique keys of plate and frame number, set while the vehicle is active. */
    plateHeld: {
      kind: 'text',
      max: 20,
      readOnly: true,
      internal: true,
      detailOnly: true,
      unique: true,
      taken: 'VEHICLE_PLATE_EXISTS',
      blames: 'plate',
    },
    frameHeld: {
      kind: 'text',
      max: 30,
      readOnly: true,
      internal: true,
      detailOnly: true,
      unique: true,
      taken: 'VEHICLE_FRAME_EXISTS',
      blames: 'frameNumber',
    },
    type: { kind: 'choice', options: VEHICLE_TYPES, required: true },
    brand: { kind: 'text', max: 60, search: true },
    generation: { kind: 'text', max: 60, search: true },
    color: { kind: 'text', max: 30, required: true },
    frameNumber: { kind: 'text', max: 30, search: true, detailOnly: true },
    engineNumber: { kind: 'text', max: 30, search: true, detailOnly: true },
    unitId: { kind: 'ref', to: 'unit', search: true },
    residentId: { kind: 'ref', to: 'resident', search: true },
    employeeId: { kind: 'ref', to: 'employee', search: true },
    ownerName: { kind: 'text', tells: true, max: 100, search: true, detailOnly: true },
    customerGroup: { kind: 'choice', options: ['RESIDENT', 'TENANT', 'OFFICE', 'SHOP', 'STAFF', 'OUTSIDE'] },
    // The plate is on the watchlist.
    watched: { kind: 'flag', readOnly: true, staffOnly: true, detailOnly: true },
    startDate: { kind: 'date' },
    stopDate: { kind: 'date' },
    cardId: { kind: 'ref', to: 'card', readOnly: true },
    cardNumber: { kind: 'text', tells: true, code: true, max: 30, readOnly: true, search: true },
    parkingSlot: { kind: 'text', max: 20, readOnly: true },
    registrationId: { kind: 'ref', to: 'card-registration', readOnly: true, detailOnly: true },
    ownerLeft: { kind: 'flag', readOnly: true },
    /** The desk was notified that nobody lives in the vehicle's unit. */
    emptyTold: { kind: 'flag', readOnly: true, kept: true },
    overLimit: { kind: 'flag' },
    photos: { kind: 'files', max: 5, images: true, detailOnly: true },
    papers: { kind: 'files', max: 5, detailOnly: true },
    note: { kind: 'longText', max: 500, detailOnly: true },
    reason: { kind: 'longText', max: 1000, detailOnly: true },
  },
  statuses: { ACTIVE: { tone: 'done', icon: 'circle-check' }, INACTIVE: { tone: 'ended', icon: 'ban' } },
  initial: 'ACTIVE',
  actions: {
    stop: {
      from: ['ACTIVE'],
      to: 'INACTIVE',
      flag: 'updateStatus',
      multi: true,
      danger: true,
      input: { stopDate: { kind: 'date', begins: 'today', required: true }, note: { kind: 'longText', max: 500 } },
    },
    start: {
      from: ['INACTIVE'],
      to: 'ACTIVE',
      flag: 'updateStatus',
      input: {
        startDate: { kind: 'date', begins: 'today', required: true },
        overLimit: { kind: 'flag', initial: false },
      },
    },
  },
  resident: {},
  list: {
    columns: [
      'plate',
      'type',
      'brand',
      'color',
      'unitId',
      'residentId',
      'customerGroup',
      'cardNumber',
      'parkingSlot',
      'startDate',
      'stopDate',
      'status',
    ],
    hidden: ['customerGroup', 'parkingSlot', 'stopDate'],
    sorts: ['plate', 'startDate', 'stopDate', 'createdAt'],
    // By plate, bicycles without one would come first.
    defaultSort: '-createdAt',
    asks: { plate: 'rawPlate' },
    filters: [
      'status',
      'type',
      'unitId',
      'residentId',
      'employeeId',
      'customerGroup',
      'overLimit',
      'ownerLeft',
      'startDate',
      'stopDate',
      'createdAt',
    ],
    indexed: ['unitId', 'residentId'],
    tabs: { active: { status: { in: ['ACTIVE'] } }, stopped: { status: { in: ['INACTIVE'] } }, all: {} },
    marks: {
      withoutCard: { cardId: { in: ['none'] }, status: { in: ['ACTIVE'] } },
      overLimit: { overLimit: { in: ['true'] }, status: { in: ['ACTIVE'] } },
      ownerLeft: { ownerLeft: { in: ['true'] }, status: { in: ['ACTIVE'] } },
    },
  },
  errors: {
    VEHICLE_PLATE_REQUIRED: 400,
    VEHICLE_DATES_REVERSED: 400,
    VEHICLE_PLATE_EXISTS: 409,
    VEHICLE_FRAME_EXISTS: 409,
    VEHICLE_LINKED_TO_CARD: 409,
    VEHICLE_LIMIT_REACHED: 422,
    PARKING_BILLED: 409,
    RESIDENT_NOT_IN_UNIT: 422,
  },
  imports: { keys: [['plate']], without: { field: 'plate', by: ['unitId', 'type', 'color'] }, begins: ['status'] },
  check: fits,
});

export type Vehicle = DocOf<typeof vehicle>;
export type VehicleRow = RowOf<typeof vehicle>;
