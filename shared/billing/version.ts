import type { Day } from '../kit/dates.ts';

export const FORMULAS = ['NUMBER_USE', 'PERCENT', 'ACCUMULATED'] as const;
export type Formula = (typeof FORMULAS)[number];
export const PRICINGS = ['UNIT_PRICE', 'PRICE_LIST', 'FORMULA'] as const;
export const VAT_KINDS = ['RATE', 'EXEMPT', 'NOT_DECLARED'] as const;
export const DISCOUNTS = ['NONE', 'PERCENT', 'FIXED'] as const;
export const NORMS = ['UNIT', 'PERSON'] as const;

/** A price tier: from the previous tier up to and including `to` (null for the last one). */
export interface Step {
  to: number | null;
  price: number;
}

/** A percentage of the quantity with its own price. */
export interface Part {
  percent: number;
  price: number;
}

/**
 * Prices from a day on. A bill depends only on this, the quantity and the period. Money is in whole VND, decimals have at
 * most three places.
 */
export interface Version {
  id: string;
  effectiveFrom: Day;
  pricing: (typeof PRICINGS)[number];
  unitPrice: number | null;
  /** A unit type or label; `*` for all others. */
  priceList: readonly { key: string; price: number }[];
  formulaType: Formula | null;
  tiers: readonly Step[];
  parts: readonly Part[];
  /** Number of people the tiers are meant for; they scale with the people of the unit. */
  tierPeople: number | null;
  /** Tier (from 1) that prices the whole quantity of a unit without people; defaults to the last. */
  noPeopleTier: number | null;
  /** Allowance per unit, or per person. */
  norm: number;
  normPer: (typeof NORMS)[number];
  fixedFee: number;
  discountType: (typeof DISCOUNTS)[number];
  discountPercent: number | null;
  discountAmount: number | null;
  vatKind: (typeof VAT_KINDS)[number];
  vat: number;
  vatIncluded: boolean;
  surchargeTax: number;
}

/** A version with defaults for missing values. */
export const versionOf = (values: Partial<Version>): Version => ({
  id: '',
  effectiveFrom: '1900-01-01',
  pricing: 'FORMULA',
  unitPrice: null,
  priceList: [],
  formulaType: 'NUMBER_USE',
  tiers: [],
  parts: [],
  tierPeople: null,
  noPeopleTier: null,
  norm: 0,
  normPer: 'UNIT',
  fixedFee: 0,
  discountType: 'NONE',
  discountPercent: null,
  discountAmount: null,
  vatKind: 'RATE',
  vat: 10,
  vatIncluded: false,
  surchargeTax: 0,
  ...values,
});

/** Price of a unit: by its first label, or its type, that the list names. */
export function listedPrice(
  { priceList }: Pick<Version, 'priceList'>,
  unit: { type?: string | null | undefined; labels?: readonly string[] | undefined },
): number | null {
  const labels = new Set(unit.labels ?? []);
  const match =
    priceList.find(({ key }) => labels.has(key)) ??
    priceList.find(({ key }) => key === unit.type) ??
    priceList.find(({ key }) => key === '*');
  return match?.price ?? null;
}
