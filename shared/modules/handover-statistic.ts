import type { Recordless } from '../kit/definition.ts';
import { HANDOVER } from './handover-data.ts';

/** Figures by their keys in the API. */
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
/** Dimensions for breakdowns. */
export const SPLITS = ['block', 'type', 'partner', 'employee', 'category'] as const;
export type Split = (typeof SPLITS)[number];
/** Allowed dimensions by figure. */
export const SPLITS_OF: Partial<Record<HandoverFigure, readonly Split[]>> = {
  units: ['block', 'type'],
  handedOver: ['block', 'type'],
  appointments: ['block', 'employee'],
  defects: ['block', 'partner', 'employee', 'category'],
  repairDays: ['partner', 'block', 'employee', 'category'],
};

/** Progress, speed and quality of handovers, computed from appointments and defects. */
export const handoverStatistic = {
  name: 'handover-statistic',
  code: HANDOVER,
  path: '/handover/statistic',
  route: 'handover/statistic',
  icon: 'chart',
  menu: { group: 'advanced', order: 3, key: 'handoverStatistic', flag: 'aggregate' },
  flags: ['aggregate', 'export'],
} as const satisfies Recordless;

/** Median; mean of the middle two for an even count, null if empty. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Percentile by nearest rank; null if empty. */
export function rankOf(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}

/** Percentage with two decimals; null for an empty whole. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;
