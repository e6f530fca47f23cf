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
import { formulaFits, pricesFit } from './tariff-check.ts';

type Values = Record<string, unknown>;
const FORMULA = { pricing: ['FORMULA'] } as const;
const DETAIL = { detailOnly: true } as const;

const CODE = { kind: 'text', code: true, max: 20, required: true, unique: true, search: true } as const;
const TIERS = {
  kind: 'lines',
  max: 20,
  paired: true,
  ...DETAIL,
  of: { to: { kind: 'decimal', min: 0.001, places: 3 }, price: { kind: 'money', required: true } },
} as const;
const PARTS = {
  kind: 'lines',
  max: 20,
  paired: true,
  ...DETAIL,
  of: { percent: { kind: 'percent', required: true }, price: { kind: 'money', required: true } },
} as const;
const NAME = { kind: 'text', max: 100, required: true, unique: true, unaccented: true, search: true } as const;
const BY_NAME = { sorts: ['name', 'code', 'createdAt'], defaultSort: 'name' } as const;
const PEOPLE = { kind: 'integer', min: 1, max: 20, ...DETAIL } as const;

const FORMULA_ERRORS = {
  FORMULA_TO_ORDER: 400,
  FORMULA_LAST_TO: 400,
  FORMULA_PERCENT_TOTAL: 400,
  ACCUMULATED_BELOW_THRESHOLD: 400,
  FORMULA_INVALID: 400,
} as const;

/** Price tiers or parts to copy into tariff versions; later changes do not affect the copies. */
export const formula = defineModule({
  name: 'formula',
  code: 'TARIFF',
  path: '/formula',
  icon: 'calculator',
  opens: 'configs-tariffs?part=formulas&id=',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    code: { ...CODE, taken: 'FORMULA_CODE_EXISTS' },
    name: { ...NAME, taken: 'FORMULA_NAME_EXISTS' },
    type: { kind: 'choice', options: FORMULAS, initial: 'NUMBER_USE' },
    tiers: { ...TIERS, visibleWhen: { type: ['NUMBER_USE', 'ACCUMULATED'] } },
    parts: { ...PARTS, visibleWhen: { type: ['PERCENT'] } },
    tierPeople: PEOPLE,
    noPeopleTier: PEOPLE,
  },
  list: {
    columns: ['code', 'name', 'type', 'createdAt'],
    hidden: ['createdAt'],
    ...BY_NAME,
    filters: ['type', 'createdAt'],
  },
  errors: { FORMULA_CODE_EXISTS: 409, FORMULA_NAME_EXISTS: 409, ...FORMULA_ERRORS },
  undo: { remove: { action: 'restore' } },
  check: formulaFits,
});

/** A surcharge on the net amount besides VAT, e.g. the waste water fee. */
export const surcharge = defineModule({
  name: 'surcharge',
  code: 'TARIFF',
  path: '/surcharge',
  icon: 'coins',
  opens: 'configs-tariffs?part=surcharges&id=',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    code: { ...CODE, taken: 'SURCHARGE_CODE_EXISTS' },
    name: { ...NAME, taken: 'SURCHARGE_NAME_EXISTS' },
    nameEn: { kind: 'text', max: 100, search: true },
    percent: { kind: 'percent', required: true },
    active: { kind: 'flag', initial: true },
  },
  list: {
    columns: ['code', 'name', 'nameEn', 'percent', 'active', 'createdAt'],
    hidden: ['createdAt'],
    ...BY_NAME,
    filters: ['active', 'createdAt'],
  },
  offered: { active: 'true' },
  errors: { SURCHARGE_CODE_EXISTS: 409, SURCHARGE_NAME_EXISTS: 409 },
  imports: { keys: [['code']] },
  undo: { remove: { action: 'restore' } },
});

/** A tariff's prices from a day on; bills keep the version they were calculated with (domain.md, Money 2). */
export const tariffVersion = defineModule({
  name: 'tariff-version',
  code: 'TARIFF',
  path: '/tariff-version',
  icon: 'calculator',
  opens: 'configs-tariffs?part=versions&id=',
  title: 'effectiveFrom',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    tariffId: { kind: 'ref', to: 'tariff', required: true, part: true },
    number: { kind: 'integer', readOnly: true, initial: 1 },
    effectiveFrom: {
      kind: 'date',
      required: true,
      unique: { within: 'tariffId' },
      taken: 'TARIFF_VERSION_EXISTS',
    },
    pricing: { kind: 'choice', options: PRICINGS, initial: 'FORMULA' },
    unitPrice: { kind: 'money', visibleWhen: { pricing: ['UNIT_PRICE'] } },
    priceList: {
      kind: 'lines',
      max: 50,
      paired: true,
      ...DETAIL,
      visibleWhen: { pricing: ['PRICE_LIST'] },
      of: { key: { kind: 'text', max: 60, required: true }, price: { kind: 'money', required: true } },
    },
    formulaId: { kind: 'ref', to: 'formula', ...DETAIL, visibleWhen: FORMULA },
    formulaType: { kind: 'choice', options: FORMULAS, initial: 'NUMBER_USE', visibleWhen: FORMULA },
    tiers: { ...TIERS, visibleWhen: { formulaType: ['NUMBER_USE', 'ACCUMULATED'] } },
    parts: { ...PARTS, visibleWhen: { formulaType: ['PERCENT'] } },
    tierPeople: { ...PEOPLE, visibleWhen: FORMULA },
    noPeopleTier: { ...PEOPLE, visibleWhen: FORMULA },
    norm: { kind: 'decimal', places: 3, initial: 0 },
    normPer: { kind: 'choice', options: NORMS, initial: 'UNIT', ...DETAIL },
    fixedFee: { kind: 'money', initial: 0 },
    discountType: { kind: 'choice', options: DISCOUNTS, initial: 'NONE' },
    discountPercent: { kind: 'percent', ...DETAIL, visibleWhen: { discountType: ['PERCENT'] } },
    discountAmount: { kind: 'money', ...DETAIL, visibleWhen: { discountType: ['FIXED'] } },
    vatKind: { kind: 'choice', options: VAT_KINDS, initial: 'RATE' },
    vat: { kind: 'percent', initial: 10, visibleWhen: { vatKind: ['RATE'] } },
    vatIncluded: { kind: 'flag' },
    surchargeId: { kind: 'ref', to: 'surcharge', ...DETAIL },
    surchargeTax: { kind: 'percent' },
    priceDisplay: { kind: 'choice', options: ['NET', 'GROSS', 'HIDDEN'], initial: 'NET', ...DETAIL },
    source: { kind: 'text', max: 300, ...DETAIL },
  },
  list: {
    columns: [
      'effectiveFrom',
      'tariffId',
      'number',
      'pricing',
      'formulaType',
      'unitPrice',
      'norm',
      'fixedFee',
      'discountType',
      'vatKind',
      'vat',
      'vatIncluded',
      'surchargeTax',
      'createdAt',
    ],
    hidden: ['createdAt', 'discountType', 'norm', 'fixedFee'],
    sorts: ['effectiveFrom', 'createdAt'],
    defaultSort: '-effectiveFrom',
    filters: ['tariffId', 'pricing', 'formulaType', 'vatKind', 'effectiveFrom', 'createdAt'],
    indexed: ['tariffId'],
  },
  errors: {
    TARIFF_VERSION_EXISTS: 409,
    TARIFF_VERSION_USED: 409,
    TARIFF_VERSION_BILLED: 409,
    ...FORMULA_ERRORS,
    TARIFF_VAT_MODE_DAY: 400,
    PRICE_LIST_REST: 400,
    data_is_locked: 422,
  },
  imports: { keys: [['tariffId', 'effectiveFrom']] },
  undo: { remove: { action: 'restore' } },
  check: pricesFit,
});

/** A stored or entered version as the billing engine takes it, without empty values. */
export function versionFrom(doc: Values & { _id?: string; id?: string }): Version {
  const filled = Object.fromEntries(Object.entries(doc).filter(([, value]) => value !== null && value !== undefined));
  const version = versionOf({ ...(filled as Partial<Version>), id: String(doc._id ?? doc.id ?? '') });
  const tiers = Array.isArray(doc.tiers) ? (doc.tiers as Partial<Step>[]) : [];
  return { ...version, tiers: tiers.map(({ to = null, price = 0 }) => ({ to, price })) };
}

export type TariffVersionRow = RowOf<typeof tariffVersion>;
export type TariffVersionDoc = DocOf<typeof tariffVersion>;
