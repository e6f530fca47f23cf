import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { END, ENDING, GOES_ON, REOPEN } from './ending.ts';
import { VEHICLE_TYPES } from './vehicle.ts';

const fits = ({ startDate, endDate }: Record<string, unknown>): FieldErrors =>
  typeof startDate === 'string' && typeof endDate === 'string' && endDate < startDate
    ? { endDate: { code: 'DATES_REVERSED' } }
    : {};

/**
 * Parking registration: the vehicle, its parking service and since when. Follows the vehicle (domain.md, ruling 31).
 */
export const parking = defineModule({
  name: 'parking',
  code: 'USAGE',
  path: '/parking',
  route: 'parking',
  icon: 'car',
  menu: { group: 'fees', order: 3, key: 'parking', makes: true },
  prefix: 'GX',
  title: 'code',
  matter: 'plate',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    vehicleId: { kind: 'ref', to: 'vehicle', required: true },
    plate: { kind: 'text', max: 20, plate: true, readOnly: true, search: true },
    vehicleType: { kind: 'choice', options: VEHICLE_TYPES, readOnly: true },
    unitId: { kind: 'ref', to: 'unit', readOnly: true, search: true },
    blockId: { kind: 'ref', to: 'block', readOnly: true },
    cardNumber: { kind: 'text', tells: true, code: true, max: 30, readOnly: true, search: true },
    serviceId: { kind: 'ref', to: 'service', required: true },
    tariffId: { kind: 'ref', to: 'tariff' },
    startDate: { kind: 'date' },
    endDate: { kind: 'date' },
    /** Current position among the unit's vehicles of the service, which determines the price. */
    step: { kind: 'integer', readOnly: true },
    source: { kind: 'choice', options: ['AUTO', 'DESK', 'IMPORT'], initial: 'DESK', readOnly: true },
    reason: { kind: 'longText', max: 1000, detailOnly: true },
    note: { kind: 'text', max: 300, detailOnly: true },
  },
  ...GOES_ON,
  actions: {
    end: { ...END, aside: true, input: { endDate: { kind: 'date' } } },
    reopen: REOPEN,
    'change-service': {
      from: ['ACTIVE'],
      flag: 'write',
      multi: true,
      asks: true,
      reason: true,
      input: {
        serviceId: { kind: 'ref', to: 'service', required: true },
        tariffId: { kind: 'ref', to: 'tariff' },
        from: { kind: 'date', required: true },
      },
    },
  },
  list: {
    columns: [
      'plate',
      'vehicleType',
      'unitId',
      'cardNumber',
      'serviceId',
      'tariffId',
      'step',
      'startDate',
      'endDate',
      'source',
      'code',
      'createdAt',
      'status',
    ],
    hidden: ['source', 'code', 'createdAt'],
    sorts: ['plate', 'startDate', 'endDate', 'createdAt'],
    defaultSort: '-createdAt',
    filters: [
      'status',
      'unitId',
      'blockId',
      'vehicleId',
      'vehicleType',
      'serviceId',
      'tariffId',
      'source',
      'startDate',
      'endDate',
      'createdAt',
    ],
    indexed: ['unitId', 'serviceId', 'vehicleId'],
    tabs: {
      active: { status: { in: ['ACTIVE'] } },
      ending: ENDING,
      ended: { status: { in: ['ENDED'] } },
      all: {},
    },
  },
  errors: {
    PARKING_OVERLAPS: 409,
    PARKING_BILLED: 409,
    VEHICLE_WITHOUT_UNIT: 422,
    VEHICLE_TYPE_NOT_SUITABLE: 422,
    SERVICE_NOT_ACTIVE: 422,
    TARIFF_NOT_ACTIVE: 422,
    DATES_REVERSED: 422,
    data_is_locked: 422,
  },
  imports: { keys: [['code'], ['vehicleId', 'startDate']] },
  undo: { remove: { action: 'restore' } },
  check: fits,
});

export type Parking = DocOf<typeof parking>;
export type ParkingRow = RowOf<typeof parking>;

/** How lines of bills call a vehicle: by its plate; without one by the code of its parking. */
export const keyOnBill = ({ plate, code, _id }: { plate: string | null; code: string | null; _id: string }): string =>
  plate ?? code ?? _id;
