import type { Day } from '../kit/dates.ts';
import type { Exact } from './exact.ts';
import type { PeriodType } from './periods.ts';
import type { Version } from './version.ts';

/** A vehicle with the days on which it is registered. */
export interface Vehicle {
  plate: string;
  type?: string | null | undefined;
  start: Day;
  end?: Day | null | undefined;
}

/** How the quantity of a service is determined. Readings are actual consumption, whatever part of the period they cover. */
export type Source = 'METER' | 'NUMBER' | 'AREA' | 'PEOPLE' | 'FIXED' | 'VEHICLE';
export type Decimal = number | string | Exact;

export interface Discount {
  type: 'PERCENT' | 'FIXED';
  value: number;
}

export interface BillingInput {
  versions: readonly Version[];
  source: Source;
  /** Consumption in the period (per meter if there are several), or the quantity of a whole month. */
  quantity?: Decimal | readonly Decimal[];
  people?: Decimal;
  period: { type: PeriodType; start: Day; end: Day };
  /** Days of use; defaults to the whole period. */
  use?: { start?: Day | null | undefined; end?: Day | null | undefined };
  /** Share of the period's price, overriding the one by days. */
  share?: Decimal;
  vehicles?: readonly Vehicle[];
  /** Adds the quantities of several meters, or vehicles, into one. */
  cumulative?: boolean;
  /** Overrides the discount of the version. */
  discount?: Discount | null | undefined;
  unit?: { type?: string | null | undefined; labels?: readonly string[] | undefined };
  unitName?: string | null | undefined;
}

export const LINE_KINDS = ['TIER', 'UNIT', 'PERCENT', 'VEHICLE', 'FIXED_FEE', 'DISCOUNT', 'SURCHARGE', 'VAT'] as const;

/** quantity x price (x percent) (x days / of days) = amount. */
export interface ChargeLine {
  kind: (typeof LINE_KINDS)[number];
  /** Identifies the line: the number of a tier, the plate of a vehicle. */
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
  /** Free quantity deducted first. */
  allowance: number;
  versions: { id: string; from: Day; to: Day; days: number }[];
  notes: Note[];
}
