import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { Fields } from '../kit/fields.ts';
import { utilityFits } from './utility-rules.ts';

/** Days of a week as the specification counts them: Sunday is 0. */
export const WEEKDAYS = ['0', '1', '2', '3', '4', '5', '6'] as const;
export const TIME_UNITS = ['MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
const BOOKED = { type: ['TIME_FRAME', 'SLOT_TIME'] } as const;
const LIMIT = { kind: 'integer', min: 1, max: 1000, askedWith: BOOKED } as const;

/** What something is called in the languages beside the first. */
const OTHER_NAMES = {
  nameEn: { kind: 'text', max: 100, search: true },
  nameJa: { kind: 'text', max: 100, detailOnly: true },
  nameZh: { kind: 'text', max: 100, detailOnly: true },
  nameKo: { kind: 'text', max: 100, detailOnly: true },
} as const satisfies Fields;

/** Amenities that belong together; where they share one hall, `capacity` says how much of it there is. */
export const utilityGroup = defineModule({
  name: 'utility-group',
  code: 'AMENITY',
  path: '/utility-group',
  opens: 'configs-amenities?part=groups&id=',
  icon: 'layers',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'UTILITY_GROUP_EXISTS', search: true },
    ...OTHER_NAMES,
    code: {
      kind: 'text',
      code: true,
      max: 20,
      required: true,
      unique: true,
      taken: 'UTILITY_GROUP_CODE_EXISTS',
      search: true,
    },
    order: {
      kind: 'integer',
      min: 1,
      max: 100_000,
      required: true,
      unique: true,
      taken: 'UTILITY_GROUP_ORDER_EXISTS',
    },
    capacity: { kind: 'integer', min: 1, max: 1000 },
    note: { kind: 'longText', max: 1000, detailOnly: true, staffOnly: true },
  },
  resident: {},
  list: {
    columns: ['name', 'nameEn', 'code', 'order', 'capacity', 'createdAt'],
    sorts: ['order', 'name', 'createdAt'],
    defaultSort: 'order',
    filters: ['capacity', 'createdAt'],
  },
  errors: {
    UTILITY_GROUP_EXISTS: 409,
    UTILITY_GROUP_CODE_EXISTS: 409,
    UTILITY_GROUP_ORDER_EXISTS: 409,
    AMENITY_HAS_ORDERS: 409,
    UTILITY_SHARE_TOO_LARGE: 422,
  },
});

/** What residents may use: when it serves, how it is booked, what that costs and gives back (product.md 3, Amenity). */
export const utility = defineModule({
  name: 'utility',
  code: 'AMENITY',
  path: '/utility',
  route: 'configs-amenities',
  icon: 'dumbbell',
  menu: { group: 'customerService', order: 7, key: 'utilities', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    groupId: { kind: 'ref', to: 'utility-group', required: true },
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'UTILITY_EXISTS', search: true },
    ...OTHER_NAMES,
    code: {
      kind: 'text',
      code: true,
      max: 20,
      required: true,
      unique: true,
      taken: 'UTILITY_CODE_EXISTS',
      search: true,
    },
    order: { kind: 'integer', min: 1, max: 100_000, required: true, unique: true, taken: 'UTILITY_ORDER_EXISTS' },
    type: { kind: 'choice', options: ['NO_RESERVATION', 'TIME_FRAME', 'SLOT_TIME'], initial: 'SLOT_TIME' },
    icon: { kind: 'choice', options: ['POOL', 'GYM', 'BBQ', 'COURT', 'HALL', 'GARDEN', 'KIDS', 'OTHER'] },
    images: { kind: 'files', max: 5, images: true, detailOnly: true },
    placeId: { kind: 'ref', to: 'place' },
    partnerId: { kind: 'ref', to: 'partner', staffOnly: true },
    description: { kind: 'longText', max: 5000, detailOnly: true },
    serveTimes: {
      kind: 'lines',
      required: true,
      max: 50,
      detailOnly: true,
      of: {
        weekday: { kind: 'choice', options: WEEKDAYS, required: true },
        hours: { kind: 'text', max: 120, hours: true, required: true },
      },
    },
    step: { kind: 'choice', options: ['15', '30', '60'], initial: '60', askedWith: { type: ['SLOT_TIME'] } },
    blackouts: {
      kind: 'lines',
      max: 100,
      detailOnly: true,
      of: {
        from: { kind: 'date', required: true },
        to: { kind: 'date', required: true },
        cause: { kind: 'text', max: 200 },
      },
    },
    capacity: { kind: 'integer', min: 1, max: 10_000, initial: 1, askedWith: BOOKED },
    share: { kind: 'integer', min: 1, max: 1000, initial: 1, askedWith: BOOKED },
    usageLimit: { ...LIMIT, max: 48 },
    unitLimit: LIMIT,
    openLimit: LIMIT,
    preorderUnit: { kind: 'choice', options: TIME_UNITS, initial: 'DAY', askedWith: BOOKED },
    preorderMin: { kind: 'integer', min: 0, max: 100_000, askedWith: BOOKED },
    preorderMax: { kind: 'integer', min: 1, max: 100_000, askedWith: BOOKED },
    approval: { kind: 'flag', initial: true, askedWith: BOOKED },
    price: { kind: 'money', initial: 0, askedWith: BOOKED },
    priceUnit: { kind: 'choice', options: TIME_UNITS, initial: 'HOUR', askedWith: BOOKED },
    coefficients: {
      kind: 'lines',
      max: 50,
      detailOnly: true,
      askedWith: BOOKED,
      of: {
        weekday: { kind: 'choice', options: WEEKDAYS },
        hours: { kind: 'text', max: 120, hours: true },
        coefficient: { kind: 'decimal', min: 0.01, max: 100, required: true },
      },
    },
    deposit: { kind: 'money', min: 1, askedWith: BOOKED },
    surcharge: { kind: 'money', min: 1, askedWith: BOOKED },
    payFirst: { kind: 'flag', initial: false, askedWith: BOOKED },
    payBefore: { kind: 'integer', min: 0, max: 744, askedWith: { ...BOOKED, payFirst: ['true'] } },
    checkIn: { kind: 'flag', initial: false, askedWith: BOOKED },
    banAfter: { kind: 'integer', min: 1, max: 20, askedWith: BOOKED },
    banDays: { kind: 'integer', min: 1, max: 365, askedWith: BOOKED },
    rules: { kind: 'longText', max: 5000, detailOnly: true, askedWith: BOOKED },
    noRefundHours: { kind: 'integer', min: 0, max: 8760, askedWith: BOOKED },
    refundTiers: {
      kind: 'lines',
      max: 10,
      detailOnly: true,
      askedWith: BOOKED,
      of: {
        before: { kind: 'integer', min: 1, max: 8760, required: true },
        beforeUnit: { kind: 'choice', options: ['HOUR', 'DAY'], initial: 'HOUR', required: true },
        percent: { kind: 'percent', min: 0.01, max: 99.99, required: true },
      },
    },
    active: { kind: 'flag', initial: true },
  },
  resident: {},
  list: {
    columns: [
      'name',
      'nameEn',
      'code',
      'groupId',
      'type',
      'order',
      'icon',
      'placeId',
      'partnerId',
      'step',
      'capacity',
      'share',
      'price',
      'priceUnit',
      'deposit',
      'surcharge',
      'approval',
      'payFirst',
      'active',
      'createdAt',
    ],
    sorts: ['order', 'name', 'createdAt'],
    defaultSort: 'order',
    filters: ['groupId', 'type', 'placeId', 'partnerId', 'approval', 'payFirst', 'active', 'createdAt'],
    indexed: ['groupId'],
    tabs: { active: { active: { in: ['true'] } }, all: {} },
  },
  errors: {
    UTILITY_EXISTS: 409,
    UTILITY_CODE_EXISTS: 409,
    UTILITY_ORDER_EXISTS: 409,
    AMENITY_HAS_ORDERS: 409,
    AMENITY_IN_USE: 409,
    UTILITY_SHARE_TOO_LARGE: 422,
    SERVE_TIME_NOT_WHOLE: 400,
    SERVE_TIME_OVERLAPS: 400,
    PREORDER_REVERSED: 400,
    REFUND_TIERS_NOT_ASCENDING: 400,
    REFUND_TIER_TOO_LATE: 400,
    END_BEFORE_START: 400,
  },
  check: utilityFits,
});

export type UtilityGroup = DocOf<typeof utilityGroup>;
export type Utility = DocOf<typeof utility>;
export type UtilityRow = RowOf<typeof utility>;
