import type { Recordless } from '../kit/definition.ts';
import { HANDOVER } from './handover-data.ts';

/** Figures of handovers, by their keys in the API. */
export const HANDOVER_FIGURES = [
  'units',
  'handedOver',
  'appointments',
  'firstTime',
  'rounds',
  'noShows',
  'obligation',
  'late',
  'defects',
  'repairDays',
  'overdue',
  'topItems',
  'load',
  'claims',
  'heatMap',
] as const;
export type HandoverFigure = (typeof HANDOVER_FIGURES)[number];
/** Dimensions to break figures down by. */
export const SPLITS = ['block', 'type', 'partner', 'employee', 'category'] as const;
export type Split = (typeof SPLITS)[number];
/** The splits that a figure has. */
export const SPLITS_OF: Partial<Record<HandoverFigure, readonly Split[]>> = {
  units: ['block', 'type'],
  handedOver: ['block', 'type'],
  appointments: ['block', 'employee'],
  defects: ['block', 'partner', 'employee', 'category'],
  repairDays: ['partner', 'block', 'employee', 'category'],
};

/** How far, how fast and how well the flats of a building are handed over: a view over its appointments and defects. */
export const handoverStatistic = {
  name: 'handover-statistic',
  code: HANDOVER,
  path: '/handover/statistic',
  route: 'handover/statistic',
  icon: 'chart',
  menu: { group: 'advanced', order: 3, key: 'handoverStatistic', flag: 'aggregate' },
  flags: ['aggregate', 'export'],
} as const satisfies Recordless;

/** The middle of some numbers: of an even number of them the mean of the two middle ones; null of none. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The number that so much of all do not exceed, by the nearest rank; null of none. */
export function rankOf(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}

/** A share in percent with two decimals; of nothing there is none. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;
