import type { Day } from '../kit/dates.ts';

export const FORMULAS = ['NUMBER_USE', 'PERCENT', 'ACCUMULATED'] as const;
export type Formula = (typeof FORMULAS)[number];
export const PRICINGS = ['UNIT_PRICE', 'PRICE_LIST', 'FORMULA'] as const;
export const VAT_KINDS = ['RATE', 'EXEMPT', 'NOT_DECLARED'] as const;
export const DISCOUNTS = ['NONE', 'PERCENT', 'FIXED'] as const;
export const NORMS = ['UNIT', 'PERSON'] as const;

/** A step of prices: what lies above the step before it, up to and with `to` (null on the last one). */
export interface Step {
  to: number | null;
  price: number;
}

/** A part of the quantity, in percent, with a price of its own. */
export interface Part {
  percent: number;
  price: number;
}

/** What prices say from a day on: what a bill costs follows from it, the quantity and the period alone. Money is whole VND, a decimal has three places at most. */
export interface Version {
  id: string;
  effectiveFrom: Day;
  pricing: (typeof PRICINGS)[number];
  unitPrice: number | null;
  /** A type or a label of units, `*` for all others. */
  priceList: readonly { key: string; price: number }[];
  formulaType: Formula | null;
  tiers: readonly Step[];
  parts: readonly Part[];
  /** The steps are meant for so many people, and widen with those of the unit. */
  tierPeople: number | null;
  /** Where nobody lives, the whole quantity is at the price of this step (from 1), else of the last. */
  noPeopleTier: number | null;
  /** What is free of the quantity, of a unit or of each person. */
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

/** A version of which only these values are told. */
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

/** The price of one: of a unit by its first label or its type that the list names. */
export function listedPrice(
  { priceList }: Pick<Version, 'priceList'>,
  unit: { type?: string | null | undefined; labels?: readonly string[] | undefined },
): number | null {
  const labels = new Set(unit.labels ?? []);
  const found =
    priceList.find(({ key }) => labels.has(key)) ??
    priceList.find(({ key }) => key === unit.type) ??
    priceList.find(({ key }) => key === '*');
  return found?.price ?? null;
}
