import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { RESIDENT_ROLES } from './resident.ts';
import { DISPLAY_ORDER, OFFERED_ACTIONS, OTHER_NAMES, REASON, UTILITY_ICONS } from './utility-group.ts';
import { utilityFits } from './utility-rules.ts';
import { TIME_UNITS, WEEKDAY_SETS, WEEKDAYS } from './utility-terms.ts';

const BOOKED = { type: ['TIME_FRAME', 'SLOT_TIME'] } as const;
const PAID = { ...BOOKED, priceType: ['PRICE', 'FORMULA'] } as const;
const UNIT = { kind: 'choice', options: TIME_UNITS, initial: 'DAY', askedWith: BOOKED } as const;
const HOURS = { kind: 'choice', options: TIME_UNITS, initial: 'HOUR', askedWith: BOOKED } as const;
const COUNT = { kind: 'integer', min: 1, askedWith: BOOKED } as const;
const SPAN = { kind: 'integer', min: 1, max: 10_000, askedWith: BOOKED } as const;
const BUFFER = { kind: 'integer', min: 0, max: 240, initial: 0, askedWith: BOOKED } as const;
const RATE = { kind: 'percent', initial: 0, askedWith: PAID } as const;
const NAME = { kind: 'text', max: 150, required: true } as const;
const PRICE = { kind: 'money', required: true } as const;

/** What residents may use: when it serves, how it is booked, what that costs and gives back (product.md 3, Amenity). */
export const utility = defineModule({
  name: 'utility',
  code: 'AMENITY',
  path: '/utility',
  route: 'configs-amenities',
  icon: 'dumbbell',
  menu: { group: 'customerService', order: 7, key: 'utilities', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    displayOrder: DISPLAY_ORDER,
    name: { kind: 'text', min: 2, max: 100, required: true, unique: true, taken: 'UTILITY_NAME_EXISTS', search: true },
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
    groupId: { kind: 'ref', to: 'utility-group', required: true },
    type: { kind: 'choice', options: ['NO_RESERVATION', 'TIME_FRAME', 'SLOT_TIME'], required: true },
    partnerId: { kind: 'ref', to: 'partner', unfit: 'REFERENCE_NOT_SUITABLE', first: { type: 'MERCHANT' } },
    otherPartnerIds: {
      ...{ kind: 'refs', to: 'partner', max: 10, staffOnly: true, detailOnly: true },
      ...{ unfit: 'REFERENCE_NOT_SUITABLE', first: { type: 'MERCHANT' } },
    },
    priceList: {
      kind: 'lines',
      max: 50,
      detailOnly: true,
      of: { name: NAME, unit: { kind: 'text', max: 30 }, price: PRICE },
    },
    commissionRate: { kind: 'percent', initial: 0, staffOnly: true, detailOnly: true },
    warrantyDays: { kind: 'integer', min: 0, max: 730, initial: 30, detailOnly: true },
    dispatch: { kind: 'choice', options: ['AUTO', 'HAND'], initial: 'AUTO', staffOnly: true, detailOnly: true },
    placeId: { kind: 'ref', to: 'place' },
    /** How to get there, told to who comes: block, floor, where to park. */
    directions: { kind: 'longText', max: 300, detailOnly: true },
    photos: { kind: 'files', max: 5, images: true, detailOnly: true },
    icon: { kind: 'choice', options: UTILITY_ICONS, initial: 'other' },
    description: { kind: 'richText', max: 5000, detailOnly: true },
    rules: { kind: 'richText', max: 20_000, detailOnly: true },
    rulesFile: { kind: 'files', max: 1, detailOnly: true },
    rulesVersion: { kind: 'integer', initial: 0, readOnly: true, detailOnly: true },
    serveTime: {
      kind: 'lines',
      max: 70,
      detailOnly: true,
      of: {
        weekday: { kind: 'choice', options: WEEKDAYS, required: true },
        from: { kind: 'text', max: 5, time: true, required: true },
        to: { kind: 'text', max: 5, time: true, required: true },
      },
    },
    timeStep: { kind: 'choice', options: ['15', '30', '60'], initial: '60', askedWith: { type: ['SLOT_TIME'] } },
    limitPerSlot: { ...COUNT, max: 10_000, initial: 1 },
    limitPerUsage: { ...COUNT, max: 48, initial: 4 },
    limitPerUnit: { ...COUNT, max: 1000 },
    limitPerUnitPer: { kind: 'choice', options: ['DAY', 'WEEK', 'MONTH'], initial: 'DAY', askedWith: BOOKED },
    maxOpen: { ...COUNT, max: 50 },
    preOrderMin: { ...SPAN, min: 0, initial: 0 },
    preOrderMinUnit: UNIT,
    preOrderMax: { ...SPAN, initial: 30 },
    preOrderMaxUnit: UNIT,
    bufferBefore: BUFFER,
    bufferAfter: BUFFER,
    wholeId: { kind: 'ref', to: 'utility', askedWith: BOOKED },
    approval: { kind: 'choice', options: ['MANUAL', 'AUTO'], initial: 'MANUAL', askedWith: BOOKED },
    pendingHolds: { kind: 'flag', initial: true, askedWith: BOOKED },
    bookers: {
      kind: 'lines',
      max: 5,
      detailOnly: true,
      askedWith: BOOKED,
      of: { role: { kind: 'choice', options: RESIDENT_ROLES, required: true } },
    },
    blockOverdueDays: { kind: 'integer', min: 1, max: 365, staffOnly: true, askedWith: BOOKED },
    recurring: { kind: 'flag', initial: false, askedWith: BOOKED },
    vat: RATE,
    surchargeTax: RATE,
    priceIncludesVat: { kind: 'flag', initial: true, askedWith: PAID },
    priceType: { kind: 'choice', options: ['FREE', 'PRICE', 'FORMULA'], initial: 'FREE', askedWith: BOOKED },
    price: { kind: 'money', min: 1, askedWith: { ...BOOKED, priceType: ['PRICE'] } },
    pricePer: { kind: 'choice', options: ['SLOT', 'HOUR', 'BOOKING'], initial: 'SLOT', askedWith: PAID },
    formula: {
      kind: 'choice',
      options: ['NUMBER_USE', 'ACCUMULATED'],
      initial: 'NUMBER_USE',
      askedWith: { ...BOOKED, priceType: ['FORMULA'] },
    },
    formulaBy: {
      kind: 'choice',
      options: ['FRAMES', 'HOURS', 'PERSONS'],
      initial: 'FRAMES',
      askedWith: { ...BOOKED, priceType: ['FORMULA'] },
    },
    formulaId: { kind: 'ref', to: 'formula', staffOnly: true, askedWith: { ...BOOKED, priceType: ['FORMULA'] } },
    priceTiers: {
      kind: 'lines',
      max: 20,
      detailOnly: true,
      askedWith: { ...BOOKED, priceType: ['FORMULA'] },
      of: { to: { kind: 'decimal', min: 0.01 }, price: PRICE },
    },
    coefficients: {
      kind: 'lines',
      max: 50,
      detailOnly: true,
      askedWith: PAID,
      of: {
        weekdays: { kind: 'choice', options: WEEKDAY_SETS },
        from: { kind: 'text', max: 5, time: true },
        to: { kind: 'text', max: 5, time: true },
        factor: { kind: 'decimal', min: 0.01, max: 100, required: true },
      },
    },
    surcharges: {
      kind: 'lines',
      max: 20,
      detailOnly: true,
      askedWith: BOOKED,
      of: {
        name: NAME,
        price: PRICE,
        per: { kind: 'choice', options: ['BOOKING', 'SLOT', 'PERSON'], initial: 'BOOKING' },
        required: { kind: 'flag', initial: false },
      },
    },
    deposit: { kind: 'money', initial: 0, askedWith: BOOKED },
    paymentMethods: {
      kind: 'lines',
      max: 4,
      detailOnly: true,
      askedWith: BOOKED,
      of: { method: { kind: 'choice', options: ['CASH', 'TRANSFER', 'ONLINE', 'SPOS'], required: true } },
    },
    payBefore: { ...SPAN, min: 0 },
    payBeforeUnit: HOURS,
    noRefundBefore: { ...SPAN, min: 0 },
    noRefundBeforeUnit: HOURS,
    tiers: {
      kind: 'lines',
      max: 10,
      detailOnly: true,
      askedWith: BOOKED,
      of: {
        from: { kind: 'integer', min: 1, max: 8760, required: true },
        unit: { kind: 'choice', options: ['HOUR', 'DAY'], initial: 'HOUR' },
        percent: { kind: 'percent', required: true },
      },
    },
    fullRefundFrom: SPAN,
    fullRefundFromUnit: HOURS,
    checkIn: { kind: 'choice', options: ['NONE', 'STAFF', 'QR'], initial: 'NONE', askedWith: BOOKED },
    noShowLimit: { ...COUNT, max: 20 },
    noShowDays: { ...COUNT, max: 365 },
    banDays: { ...COUNT, max: 365 },
    visible: { kind: 'flag', initial: true, readOnly: true },
    active: { kind: 'flag', initial: true, readOnly: true },
    reason: REASON,
  },
  actions: {
    ...OFFERED_ACTIONS,
    show: { from: [], switches: true, flag: 'updateStatus', when: { visible: ['false'] } },
    hide: { from: [], switches: true, flag: 'updateStatus', when: { visible: ['true'] }, reason: true, danger: true },
  },
  undo: { remove: { action: 'restore' } },
  resident: { everyone: ['active', 'visible'] },
  list: {
    columns: [
      ...(['displayOrder', 'icon', 'name', 'nameEn', 'code', 'groupId', 'type', 'placeId', 'partnerId'] as const),
      ...(['timeStep', 'priceType', 'price', 'pricePer', 'deposit', 'limitPerSlot', 'limitPerUnit'] as const),
      ...(['limitPerUnitPer', 'approval', 'checkIn', 'wholeId', 'visible', 'active', 'createdAt'] as const),
    ],
    sorts: ['displayOrder', 'name', 'price', 'createdAt'],
    defaultSort: 'displayOrder',
    filters: ['groupId', 'type', 'placeId', 'partnerId', 'approval', 'wholeId', 'visible', 'active', 'createdAt'],
    indexed: ['groupId', 'wholeId'],
    tabs: { active: { active: { in: ['true'] } }, all: {} },
  },
  errors: {
    UTILITY_NAME_EXISTS: 409,
    UTILITY_CODE_EXISTS: 409,
    UTILITY_DISPLAY_ORDER_EXISTS: 409,
    AMENITY_WITH_ORDERS_CANNOT_BE_CHANGED: 409,
    UTILITY_WHOLE_INVALID: 422,
    UTILITY_INCOMPLETE: 422,
    SERVE_TIME_INVALID: 400,
    PRE_ORDER_INVALID: 400,
    REFUND_TIERS_INVALID: 400,
  },
  imports: { keys: [['code'], ['name']] },
  check: utilityFits,
});

export type Utility = DocOf<typeof utility>;
export type UtilityRow = RowOf<typeof utility>;
