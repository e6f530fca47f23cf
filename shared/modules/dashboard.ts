import type { Recordless } from '../kit/definition.ts';
import type { Trade } from '../kit/home.ts';

/** What waits and how the building stands, for each role: a view over the lists and the statistics. */
export const dashboard = {
  name: 'dashboard',
  code: 'DASHBOARD',
  path: '/dashboard',
  route: 'dashboard',
  icon: 'chart',
  menu: { group: 'operations', order: 0, key: 'dashboard' },
  flags: ['read', 'export'],
} as const satisfies Recordless;

export type TileTone = 'bad' | 'waiting' | 'plain';
/** Tiles that are asked for at once. */
export const MOST_TILES = 24;

export interface TileShown {
  key: string;
  label: string;
  note: string;
  module: string;
  tone: TileTone;
  presets: readonly Trade[];
}
export interface TileValue {
  key: string;
  value: number;
  /** The list that shows the same, below the project. */
  link: string;
  asOf: string;
}
export interface ChartShown {
  key: string;
  label: string;
  note: string;
  module: string;
  noun: string;
  figure: string;
  /** The figure beside it and its name, or what it is told apart by. */
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
