import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';

const LIVE = {
  ACTIVE: { tone: 'done', icon: 'circle-check' },
  INACTIVE: { tone: 'ended', icon: 'ban' },
} as const;

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

/** A vehicle that may park; its plate is found in any writing. */
export const vehicle = defineModule({
  name: 'vehicle',
  code: 'CARD',
  path: '/vehicle',
  opens: 'card-warehouse?part=vehicles&id=',
  icon: 'car',
  title: 'registrationPlate',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    registrationPlate: {
      kind: 'text',
      max: 20,
      required: true,
      code: true,
      unique: true,
      taken: 'PLATE_EXISTS',
      search: true,
    },
    type: { kind: 'choice', options: VEHICLE_TYPES, required: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    residentId: { kind: 'ref', to: 'resident', search: true },
    brand: { kind: 'text', max: 60 },
    generation: { kind: 'text', max: 60 },
    color: { kind: 'text', max: 40 },
    frameNumber: { kind: 'text', code: true, max: 40 },
    customerGroup: { kind: 'choice', options: ['RESIDENT', 'RENTER', 'STAFF', 'GUEST'], initial: 'RESIDENT' },
    startDate: { kind: 'date' },
    stopDate: { kind: 'date' },
    images: { kind: 'files', max: 5, images: true, detailOnly: true },
    note: { kind: 'longText', max: 1000, detailOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  statuses: LIVE,
  initial: 'ACTIVE',
  actions: {
    lock: { from: ['ACTIVE'], to: 'INACTIVE', flag: 'updateStatus', reason: true, danger: true },
    unlock: { from: ['INACTIVE'], to: 'ACTIVE', flag: 'updateStatus' },
  },
  list: {
    columns: [
      'registrationPlate',
      'type',
      'unitId',
      'residentId',
      'brand',
      'color',
      'customerGroup',
      'startDate',
      'stopDate',
      'createdAt',
      'status',
    ],
    sorts: ['registrationPlate', 'createdAt'],
    defaultSort: 'registrationPlate',
    filters: ['status', 'type', 'unitId', 'residentId', 'customerGroup', 'startDate', 'stopDate', 'createdAt'],
    indexed: ['unitId', 'residentId'],
    tabs: { active: { status: { in: ['ACTIVE'] } }, all: {} },
  },
  errors: { PLATE_EXISTS: 409, VEHICLE_HAS_CARD: 409, RESIDENT_NOT_IN_UNIT: 422 },
  imports: { keys: [['registrationPlate']] },
});

/** A card of the stock: who or what it opens for, and what the parking system knows of it. */
export const card = defineModule({
  name: 'card',
  code: 'CARD',
  path: '/card',
  route: 'card-warehouse',
  icon: 'id-card',
  menu: { group: 'operations', order: 0, key: 'cards', makes: true },
  title: 'number',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    number: { kind: 'text', code: true, max: 30, required: true, unique: true, taken: 'CARD_EXISTS', search: true },
    type: { kind: 'choice', options: ['RESIDENT', 'CAR', 'MOTORBIKE', 'BICYCLE', 'VISITOR', 'STAFF'], required: true },
    usage: { kind: 'choice', options: ['EMPTY', 'USING'], initial: 'EMPTY', readOnly: true },
    unitId: { kind: 'ref', to: 'unit', readOnly: true, search: true },
    residentId: { kind: 'ref', to: 'resident', readOnly: true, search: true },
    vehicleId: { kind: 'ref', to: 'vehicle', readOnly: true, search: true },
    parkingSlot: { kind: 'text', max: 30, search: true },
    liftAccess: { kind: 'text', max: 100 },
    integration: {
      kind: 'choice',
      options: ['NOT_REGISTERED', 'NOT_INTEGRATED', 'INTEGRATED'],
      initial: 'NOT_REGISTERED',
      readOnly: true,
    },
    parkingDue: { kind: 'flag', readOnly: true },
    parkingTries: { kind: 'integer', initial: 0, readOnly: true, detailOnly: true },
    parkingNextAt: { kind: 'instant', readOnly: true, detailOnly: true },
    parkingError: { kind: 'text', max: 200, readOnly: true },
    givenAt: { kind: 'instant', readOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
    note: { kind: 'longText', max: 1000, detailOnly: true },
  },
  statuses: LIVE,
  initial: 'ACTIVE',
  actions: {
    link: {
      from: ['ACTIVE'],
      flag: 'updateStatus',
      when: { usage: ['EMPTY'] },
      key: 'l',
      asks: true,
      input: { residentId: { kind: 'ref', to: 'resident' }, vehicleId: { kind: 'ref', to: 'vehicle' } },
    },
    release: { from: ['ACTIVE'], flag: 'updateStatus', when: { usage: ['USING'] }, reason: true, danger: true },
    lock: { from: ['ACTIVE'], to: 'INACTIVE', flag: 'updateStatus', reason: true, danger: true, multi: true },
    unlock: { from: ['INACTIVE'], to: 'ACTIVE', flag: 'updateStatus', multi: true },
    'send-again': { from: ['ACTIVE', 'INACTIVE'], flag: 'updateStatus', multi: true },
  },
  list: {
    columns: [
      'number',
      'type',
      'usage',
      'unitId',
      'residentId',
      'vehicleId',
      'parkingSlot',
      'liftAccess',
      'integration',
      'parkingDue',
      'parkingError',
      'givenAt',
      'createdAt',
      'status',
    ],
    sorts: ['number', 'createdAt'],
    defaultSort: 'number',
    filters: ['status', 'type', 'usage', 'unitId', 'residentId', 'vehicleId', 'integration', 'parkingDue', 'createdAt'],
    indexed: ['unitId', 'residentId', 'vehicleId'],
    tabs: {
      using: { usage: { in: ['USING'] } },
      stock: { usage: { in: ['EMPTY'] }, status: { in: ['ACTIVE'] } },
      all: {},
    },
  },
  errors: { CARD_EXISTS: 409, CARD_ATTACHED: 409, CARD_USED: 409, CARD_INFORMATION_MISSING: 422 },
  imports: { keys: [['number']] },
});

export type Card = DocOf<typeof card>;
export type CardRow = RowOf<typeof card>;
export type Vehicle = DocOf<typeof vehicle>;
export type VehicleRow = RowOf<typeof vehicle>;
