import type { Day } from '../kit/dates.ts';
import type { Exact } from './exact.ts';
import type { PeriodType } from './periods.ts';
import type { Version } from './version.ts';

/** A vehicle and the days on which it is there. */
export interface Vehicle {
  plate: string;
  type?: string | null | undefined;
  start: Day;
  end?: Day | null | undefined;
}

/** How it is told how much of a service there was. What is read is what was used, whatever part of the period it took. */
export type Source = 'METER' | 'NUMBER' | 'AREA' | 'PEOPLE' | 'FIXED' | 'VEHICLE';
export type Decimal = number | string | Exact;

export interface Discount {
  type: 'PERCENT' | 'FIXED';
  value: number;
}

export interface BillingInput {
  versions: readonly Version[];
  source: Source;
  /** What was read in the period (of several meters: each), or what there is in a whole month. */
  quantity?: Decimal | readonly Decimal[];
  people?: Decimal;
  period: { type: PeriodType; start: Day; end: Day };
  /** The days of use; without them the whole period. */
  use?: { start?: Day | null | undefined; end?: Day | null | undefined };
  /** The part of the period's price in place of the one that its days make. */
  share?: Decimal;
  vehicles?: readonly Vehicle[];
  /** Several meters, or vehicles, make one quantity. */
  cumulative?: boolean;
  /** Stands in for that of the version. */
  discount?: Discount | null | undefined;
  unit?: { type?: string | null | undefined; labels?: readonly string[] | undefined };
  unitName?: string | null | undefined;
}

export const LINE_KINDS = ['TIER', 'UNIT', 'PERCENT', 'VEHICLE', 'FIXED_FEE', 'DISCOUNT', 'SURCHARGE', 'VAT'] as const;

/** quantity x price (x percent) (x days / of days) = amount. */
export interface ChargeLine {
  kind: (typeof LINE_KINDS)[number];
  /** What it is said of: the number of a step, the plate of a vehicle. */
  key: string;
  from: number | null;
  to: number | null;
  days: number | null;
  ofDays: number | null;
  quantity: number | null;
  unitName: string | null;
  unitPrice: number | null;
  percent: number | null;
  amount: number;
  versionId: string;
}

export const NOTES = ['NO_PEOPLE', 'NORM_COVERS_ALL', 'DISCOUNT_CUT', 'PRICE_CHANGED', 'PART_OF_PERIOD'] as const;
export type Note = (typeof NOTES)[number];

export interface Charge {
  lines: ChargeLine[];
  gross: number;
  discount: number;
  net: number;
  surchargeTax: number;
  vat: number;
  total: number;
  /** What came off the quantity first. */
  allowance: number;
  versions: { id: string; from: Day; to: Day; days: number }[];
  notes: Note[];
}
