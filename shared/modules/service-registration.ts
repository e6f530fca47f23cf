import { DISCOUNTS } from '../billing/version.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { END, ENDING, GOES_ON, REOPEN } from './ending.ts';

type Values = Record<string, unknown>;
const DETAIL = { detailOnly: true } as const;
/** Number of people for norms and price tiers: as registered, or residents by days. */
export const PEOPLE_FROM = ['REGISTERED', 'RESIDENTS'] as const;
const PEOPLE = {
  people: { kind: 'integer', max: 99 },
  peopleFrom: { kind: 'choice', options: PEOPLE_FROM, initial: 'REGISTERED' },
} as const;

/** Refuses an end before the start, and a discount without amount or reason. */
function fits({ startDate, endDate, discountType, discountPercent, discountAmount, reason }: Values): FieldErrors {
  const missing = { code: 'REQUIRED' };
  const hasDiscount = discountType === 'PERCENT' || discountType === 'FIXED';
  return {
    ...(typeof endDate === 'string' &&
      typeof startDate === 'string' &&
      endDate < startDate && { endDate: { code: 'DATES_REVERSED' } }),
    ...(discountType === 'PERCENT' && !discountPercent && { discountPercent: missing }),
    ...(discountType === 'FIXED' && !discountAmount && { discountAmount: missing }),
    ...(hasDiscount && !reason && { reason: missing }),
  };
}

/** Registration of a unit for a service. Vehicles are registered separately (`parking`). */
export const serviceRegistration = defineModule({
  name: 'service-registration',
  code: 'BILLING_SERVICE',
  path: '/service-registration',
  route: 'register',
  icon: 'list-plus',
  menu: { group: 'fees', order: 4, key: 'serviceRegistrations', makes: true },
  prefix: 'DK',
  title: 'code',
  matter: 'serviceId',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    code: { kind: 'text', max: 30, readOnly: true, search: true, code: true },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    blockId: { kind: 'ref', to: 'block', readOnly: true },
    floorId: { kind: 'ref', to: 'floor', readOnly: true },
    serviceId: { kind: 'ref', to: 'service', required: true, search: true },
    tariffId: { kind: 'ref', to: 'tariff' },
    quantity: { kind: 'decimal', min: 0.01, max: 100_000, initial: 1 },
    ...PEOPLE,
    startDate: { kind: 'date', required: true },
    endDate: { kind: 'date' },
    discountType: { kind: 'choice', options: DISCOUNTS, initial: 'NONE', ...DETAIL },
    discountPercent: { kind: 'percent', ...DETAIL, visibleWhen: { discountType: ['PERCENT'] } },
    discountAmount: { kind: 'money', ...DETAIL, visibleWhen: { discountType: ['FIXED'] } },
    discountUntil: { kind: 'date', ...DETAIL, visibleWhen: { discountType: ['PERCENT', 'FIXED'] } },
    reason: { kind: 'longText', max: 1000, ...DETAIL },
    endReason: { kind: 'longText', max: 1000, readOnly: true, ...DETAIL },
    note: { kind: 'longText', max: 1000, ...DETAIL },
    attachments: { kind: 'files', max: 5, ...DETAIL },
  },
  ...GOES_ON,
  actions: {
    end: { ...END, aside: true, input: { endDate: { kind: 'date' }, endReason: { kind: 'longText', max: 1000 } } },
    reopen: REOPEN,
    'change-people': { from: ['ACTIVE'], flag: 'write', multi: true, asks: true, input: PEOPLE },
  },
  list: {
    columns: [
      'code',
      'unitId',
      'serviceId',
      'startDate',
      'endDate',
      'quantity',
      'people',
      'peopleFrom',
      'tariffId',
      'blockId',
      'floorId',
      'createdAt',
      'status',
    ],
    hidden: ['blockId', 'floorId', 'createdAt'],
    sorts: ['startDate', 'createdAt'],
    defaultSort: '-createdAt',
    filters: [
      'status',
      'unitId',
      'blockId',
      'floorId',
      'serviceId',
      'tariffId',
      'peopleFrom',
      'startDate',
      'endDate',
      'createdAt',
    ],
    indexed: ['unitId', 'serviceId'],
    tabs: {
      active: { status: { in: ['ACTIVE'] } },
      ending: ENDING,
      ended: { status: { in: ['ENDED'] } },
      all: {},
    },
  },
  errors: {
    REGISTRATION_OVERLAPS: 409,
    REGISTRATION_BILLED: 409,
    SERVICE_NOT_ACTIVE: 422,
    SERVICE_SOURCE_NOT_SUITABLE: 422,
    TARIFF_NOT_ACTIVE: 422,
    DATES_REVERSED: 422,
    data_is_locked: 422,
  },
  imports: { keys: [['code'], ['unitId', 'serviceId', 'startDate']] },
  undo: { remove: { action: 'restore' } },
  check: fits,
});

/** A service with its current price. */
interface PricedService {
  serviceId: string;
  name: string;
  price: string | null;
}

/** Services of a unit, and its vehicles with their parking services. */
export interface UnitServices {
  services: (PricedService & {
    id: string;
    startDate: string;
    endDate: string | null;
    unitName: string | null;
    used: { month: string; quantity: number } | null;
  })[];
  vehicles: {
    id: string;
    plate: string | null;
    type: string;
    startDate: string | null;
    endDate: string | null;
    service: PricedService | null;
  }[];
}

export type ServiceRegistration = DocOf<typeof serviceRegistration>;
export type ServiceRegistrationRow = RowOf<typeof serviceRegistration>;
