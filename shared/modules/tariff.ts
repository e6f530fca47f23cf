import { FORMULAS } from '../billing/engine.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

interface TierValues {
  to?: number | null;
  price?: number;
  percent?: number | null;
}

/** Refuses tiers that are no formula: each To above the one before it, the last one blank; percentages that make 100 (rules.md 5, Formula). */
function tiersFit({ formula, tiers }: Record<string, unknown>): FieldErrors {
  if (!Array.isArray(tiers) || tiers.length === 0) return {};
  const all: readonly TierValues[] = tiers;
  const errors: FieldErrors = {};
  if (formula === 'PERCENT') {
    const total = all.reduce((sum, { percent }) => sum + Math.round((percent ?? 0) * 100), 0);
    return total === 10_000
      ? {}
      : { [`tiers.${all.length - 1}.percent`]: { code: 'PERCENT_TOTAL', params: { total: total / 100 } } };
  }
  for (const [n, { to }] of all.entries()) {
    const last = n === all.length - 1;
    if (last && to != null) errors[`tiers.${n}.to`] = { code: 'LAST_TIER_OPEN' };
    if (!last && (to == null || to <= (all[n - 1]?.to ?? 0))) errors[`tiers.${n}.to`] = { code: 'TIER_TO_TOO_LOW' };
  }
  return errors;
}

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
      taken: 'TARIFF_DAY_EXISTS',
    },
    formula: { kind: 'choice', options: FORMULAS, initial: 'NUMBER_USE' },
    tiers: {
      kind: 'lines',
      max: 20,
      required: true,
      detailOnly: true,
      of: {
        to: { kind: 'decimal', min: 0.01 },
        price: { kind: 'money', required: true },
        percent: { kind: 'percent' },
      },
    },
    perPerson: { kind: 'flag' },
    norm: { kind: 'decimal' },
    fixedFee: { kind: 'money' },
    priceIncludesVat: { kind: 'flag' },
    vatRate: { kind: 'percent', initial: 0 },
    surchargeRate: { kind: 'percent', initial: 0 },
    discountType: { kind: 'choice', options: ['NONE', 'PERCENT', 'FIXED'], initial: 'NONE' },
    discount: { kind: 'decimal', askedWith: { discountType: ['PERCENT', 'FIXED'] } },
    priceDisplay: { kind: 'text', max: 200 },
    note: { kind: 'longText', max: 1000, detailOnly: true },
  },
  list: {
    columns: [
      'name',
      'serviceId',
      'effectiveFrom',
      'formula',
      'fixedFee',
      'vatRate',
      'surchargeRate',
      'priceIncludesVat',
      'priceDisplay',
      'createdAt',
    ],
    sorts: ['effectiveFrom', 'name', 'createdAt'],
    defaultSort: '-effectiveFrom',
    filters: ['serviceId', 'formula', 'effectiveFrom', 'createdAt'],
    indexed: ['serviceId'],
  },
  errors: {
    TARIFF_NAME_EXISTS: 409,
    TARIFF_DAY_EXISTS: 409,
    TARIFF_IN_USE: 409,
    TIER_TO_TOO_LOW: 400,
    LAST_TIER_OPEN: 400,
    PERCENT_TOTAL: 400,
    DISCOUNT_TOO_HIGH: 400,
  },
  undo: { remove: { action: 'restore' } },
  check: (values: Record<string, unknown>) => ({
    ...tiersFit(values),
    ...(values.discountType === 'PERCENT' &&
      Number(values.discount ?? 0) > 100 && { discount: { code: 'DISCOUNT_TOO_HIGH' } }),
  }),
});

export type TariffDoc = DocOf<typeof tariff>;
export type TariffRow = RowOf<typeof tariff>;
