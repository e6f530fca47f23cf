import { PERIOD_TYPES } from '../billing/periods.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { VEHICLE_TYPES } from './vehicle.ts';

/** What a service is counted by: one a month, the usable area, what was used, the vehicles of the unit. */
export const MEASURES = ['FIXED', 'AREA', 'USAGE', 'VEHICLE'] as const;
/** How it is told what was used: by two readings of a meter, or as a number. */
export const COUNTED = ['METER', 'NUMBER'] as const;

/** What the building charges its units for; its prices are tariffs with a first day (domain.md, Money 2). */
export const service = defineModule({
  name: 'service',
  code: 'BILLING_SERVICE',
  path: '/service',
  route: 'configs-services',
  icon: 'coins',
  menu: { group: 'accountingSetup', order: 1, key: 'services', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    code: {
      kind: 'text',
      code: true,
      max: 20,
      required: true,
      unique: true,
      taken: 'SERVICE_CODE_EXISTS',
      search: true,
    },
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'SERVICE_EXISTS', search: true },
    nameEn: { kind: 'text', max: 100, search: true },
    type: { kind: 'choice', options: ['PREPAID', 'POSTPAID'], initial: 'POSTPAID' },
    measure: { kind: 'choice', options: MEASURES, required: true },
    vehicleType: { kind: 'choice', options: VEHICLE_TYPES, askedWith: { measure: ['VEHICLE'] } },
    counted: { kind: 'choice', options: COUNTED, initial: 'METER', askedWith: { measure: ['USAGE'] } },
    unitName: { kind: 'text', max: 20 },
    tariffId: { kind: 'ref', to: 'tariff' },
    periodType: { kind: 'choice', options: PERIOD_TYPES, initial: 'PART_OF_MONTH' },
    coefficient: {
      kind: 'decimal',
      places: 3,
      min: 0.001,
      max: 10_000,
      initial: 1,
      askedWith: { measure: ['USAGE'], counted: ['METER'] },
    },
    minIndex: { kind: 'decimal', places: 3, askedWith: { measure: ['USAGE'], counted: ['METER'] }, detailOnly: true },
    maxIndex: { kind: 'decimal', places: 3, askedWith: { measure: ['USAGE'], counted: ['METER'] }, detailOnly: true },
    paymentTermDays: { kind: 'integer', min: 1, max: 90, initial: 15 },
    interestRate: { kind: 'percent' },
    displayOrder: { kind: 'integer', max: 100, initial: 1 },
    active: { kind: 'flag', initial: true },
    note: { kind: 'longText', max: 1000, detailOnly: true },
  },
  list: {
    columns: [
      'name',
      'code',
      'measure',
      'counted',
      'unitName',
      'tariffId',
      'type',
      'periodType',
      'paymentTermDays',
      'interestRate',
      'displayOrder',
      'active',
      'createdAt',
    ],
    sorts: ['displayOrder', 'name', 'createdAt'],
    defaultSort: 'displayOrder',
    filters: ['measure', 'type', 'tariffId', 'active', 'createdAt'],
  },
  errors: {
    SERVICE_EXISTS: 409,
    SERVICE_CODE_EXISTS: 409,
    INDEX_RANGE_INVALID: 400,
    VEHICLE_TYPE_MISSING: 400,
  },
  imports: { keys: [['code']] },
  undo: { remove: { action: 'restore' } },
  check: ({ measure, vehicleType, minIndex, maxIndex }: Record<string, unknown>) => ({
    ...(measure === 'VEHICLE' && !vehicleType && { vehicleType: { code: 'VEHICLE_TYPE_MISSING' } }),
    ...(typeof minIndex === 'number' &&
      typeof maxIndex === 'number' &&
      maxIndex < minIndex && { maxIndex: { code: 'INDEX_RANGE_INVALID' } }),
  }),
});

export type Service = DocOf<typeof service>;
export type ServiceRow = RowOf<typeof service>;
