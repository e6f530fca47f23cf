import {
  DISCOUNTS,
  FORMULAS,
  NORMS,
  PRICINGS,
  type Step,
  VAT_KINDS,
  type Version,
  versionOf,
} from '../billing/version.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import { pricesFit } from './tariff-check.ts';

type Values = Record<string, unknown>;
const FORMULA = { pricing: ['FORMULA'] } as const;
const DETAIL = { detailOnly: true } as const;

/** A price of a service from a day on; a bill keeps the one that it was made with (domain.md, Money 2). */
export const tariff = defineModule({
  name: 'tariff',
  code: 'TARIFF',
  path: '/tariff',
  route: 'configs-tariffs',
  icon: 'calculator',
  menu: { group: 'accountingSetup', order: 2, key: 'tariffs', makes: true },
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    name: { kind: 'text', max: 100, required: true, unique: true, taken: 'TARIFF_NAME_EXISTS', search: true },
    serviceId: { kind: 'ref', to: 'service', required: true, search: true },
    effectiveFrom: {
      kind: 'date',
      required: true,
      unique: { within: 'serviceId' },
      taken: 'TARIFF_VERSION_EXISTS',
    },
    pricing: { kind: 'choice', options: PRICINGS, initial: 'FORMULA' },
    unitPrice: { kind: 'money', askedWith: { pricing: ['UNIT_PRICE'] } },
    priceList: {
      kind: 'lines',
      max: 50,
      ...DETAIL,
      askedWith: { pricing: ['PRICE_LIST'] },
      of: { key: { kind: 'text', max: 60, required: true }, price: { kind: 'money', required: true } },
    },
    formulaType: { kind: 'choice', options: FORMULAS, initial: 'NUMBER_USE', askedWith: FORMULA },
    tiers: {
      kind: 'lines',
      max: 20,
      ...DETAIL,
      askedWith: { formulaType: ['NUMBER_USE', 'ACCUMULATED'] },
      of: { to: { kind: 'decimal', min: 0.001, places: 3 }, price: { kind: 'money', required: true } },
    },
    parts: {
      kind: 'lines',
      max: 20,
      ...DETAIL,
      askedWith: { formulaType: ['PERCENT'] },
      of: { percent: { kind: 'percent', required: true }, price: { kind: 'money', required: true } },
    },
    tierPeople: { kind: 'integer', min: 1, max: 20, ...DETAIL, askedWith: FORMULA },
    noPeopleTier: { kind: 'integer', min: 1, max: 20, ...DETAIL, askedWith: FORMULA },
    norm: { kind: 'decimal', places: 3, initial: 0 },
    normPer: { kind: 'choice', options: NORMS, initial: 'UNIT', ...DETAIL },
    fixedFee: { kind: 'money', initial: 0 },
    discountType: { kind: 'choice', options: DISCOUNTS, initial: 'NONE' },
    discountPercent: { kind: 'percent', ...DETAIL, askedWith: { discountType: ['PERCENT'] } },
    discountAmount: { kind: 'money', ...DETAIL, askedWith: { discountType: ['FIXED'] } },
    vatKind: { kind: 'choice', options: VAT_KINDS, initial: 'RATE' },
    vat: { kind: 'percent', initial: 10, askedWith: { vatKind: ['RATE'] } },
    vatIncluded: { kind: 'flag' },
    surchargeTax: { kind: 'percent', initial: 0 },
    priceDisplay: { kind: 'choice', options: ['NET', 'GROSS', 'HIDDEN'], initial: 'NET', ...DETAIL },
    source: { kind: 'text', max: 300, ...DETAIL },
    note: { kind: 'longText', max: 1000, ...DETAIL },
  },
  list: {
    columns: [
      ...(['name', 'serviceId', 'effectiveFrom', 'pricing', 'formulaType', 'unitPrice', 'norm', 'fixedFee'] as const),
      ...(['discountType', 'vatKind', 'vat', 'vatIncluded', 'surchargeTax', 'createdAt'] as const),
    ],
    sorts: ['effectiveFrom', 'name', 'createdAt'],
    defaultSort: '-effectiveFrom',
    filters: ['serviceId', 'pricing', 'formulaType', 'vatKind', 'effectiveFrom', 'createdAt'],
    indexed: ['serviceId'],
  },
  errors: {
    TARIFF_NAME_EXISTS: 409,
    TARIFF_VERSION_EXISTS: 409,
    TARIFF_VERSION_USED: 409,
    TARIFF_VERSION_BILLED: 409,
    FORMULA_TO_ORDER: 400,
    FORMULA_LAST_TO: 400,
    FORMULA_PERCENT_TOTAL: 400,
    ACCUMULATED_BELOW_THRESHOLD: 400,
    FORMULA_INVALID: 400,
    TARIFF_VAT_MODE_DAY: 400,
    PRICE_LIST_REST: 400,
    QUANTITY_INVALID: 422,
    PERIOD_NOT_MET: 422,
    NO_TARIFF: 422,
    AMOUNT_TOO_LARGE: 422,
    data_is_locked: 422,
  },
  undo: { remove: { action: 'restore' } },
  check: pricesFit,
});

/** A stored or typed price as the engine takes it, where what was left blank is not there at all. */
export function versionFrom(doc: Values & { _id?: string; id?: string }): Version {
  const own = Object.fromEntries(Object.entries(doc).filter(([, value]) => value !== null && value !== undefined));
  const version = versionOf({ ...(own as Partial<Version>), id: String(doc._id ?? doc.id ?? '') });
  const tiers = Array.isArray(doc.tiers) ? (doc.tiers as Partial<Step>[]) : [];
  return { ...version, tiers: tiers.map(({ to = null, price = 0 }) => ({ to, price })) };
}

export type TariffDoc = DocOf<typeof tariff>;
export type TariffRow = RowOf<typeof tariff>;
