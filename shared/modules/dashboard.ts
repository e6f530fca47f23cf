import type { Recordless } from '../kit/definition.ts';
import type { Trade } from '../kit/home.ts';

/** Pending work and key figures by role, computed from lists and statistics. */
export const dashboard = {
  name: 'dashboard',
  code: 'DASHBOARD',
  path: '/dashboard',
  route: 'dashboard',
  icon: 'chart',
  menu: { group: 'accountingReports', order: 0, key: 'dashboard' },
  flags: ['read', 'export'],
} as const satisfies Recordless;

export type TileTone = 'bad' | 'waiting' | 'plain';
export const MOST_TILES = 24;
/** Key of the tile of the money received today. */
export const RECEIVED_TODAY = 'receipt-today-sum';

export interface TileShown {
  key: string;
  label: string;
  note: string;
  module: string;
  entity: string;
  tone: TileTone;
  presets: readonly Trade[];
}
export interface TileValue {
  key: string;
  /** Amounts are in VND. */
  kind: 'count' | 'money';
  value: number;
  /** Number of records that an amount is of; null of a number. */
  count: number | null;
  /** The value at the end of yesterday; of what is of today alone, yesterday's. Null if it is not known. */
  before: number | null;
  /** Path of the list with the same filter, within the project. */
  link: string;
  asOf: string;
}
/** A short list of a dashboard. */
export interface ListShown {
  key: string;
  label: string;
  note: string;
  module: string;
  presets: readonly Trade[];
}
export interface ChartShown {
  key: string;
  label: string;
  note: string;
  module: string;
  noun: string;
  figure: string;
  /** The figure compared with, and its label; null where the chart has a split. */
  beside: { figure: string; label: string } | null;
  split: string | null;
  presets: readonly Trade[];
}

export const MONEY_CHART_KEYS = ['income', 'ages', 'result', 'overdue'] as const;
export type MoneyChart = (typeof MONEY_CHART_KEYS)[number];
export interface MoneyChartShown {
  key: MoneyChart;
  presets: readonly Trade[];
}
