import { lastDayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import type { Tone } from '@lobby/shared/kit/status.ts';
import type { CSSProperties, ReactNode } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { thisMonth } from '../today.ts';

export interface ChartSeries {
  key: string;
  label: string;
  /** Values of the previous period, in a lighter shade. */
  before?: boolean;
  /** Planned values: a dashed line. */
  plan?: boolean;
  /** Colour of a status. */
  tone?: Tone;
  /** A deeper shade of it, beside a series of the same status. */
  deep?: boolean;
}

export interface ChartPoint {
  key: string;
  label: string;
  /** Short name for an axis. */
  short?: string;
  /** Position (time or quantity), if points are unevenly spaced. */
  at?: number;
  values: Readonly<Record<string, number | null>>;
  /** Unfinished: its bar is hatched, its line dashed. */
  part?: boolean;
  /** Linked name in the table. */
  named?: ReactNode;
  /** Content at the end of its row among ranks. */
  end?: ReactNode;
}

/** Kind of values, which determines their format. */
export type ChartKind = 'number' | 'money' | 'percent';

/** Vertical: bars side by side or stacked, lines, steps. Horizontal: ranks, and shares of a whole. */
export type ChartShape = 'bars' | 'stacked' | 'lines' | 'steps' | 'ranks' | 'shares';

/** Accent for the main series, a grey for compared ones, their own colours for statuses. */
export const inkOf = ({ before, plan, tone, deep }: ChartSeries, at: number): string => {
  if (tone) return `${tone}.${deep ? 'fg' : 'solid'}`;
  return before || plan || at > 0 ? 'border.control' : 'accent.solid';
};

/** Sets the series colour as a CSS variable. */
export const inkVar = (ink: string): CSSProperties =>
  ({ '--ink': `var(--chakra-colors-${ink.replace('.', '-')})` }) as CSSProperties;

/** Formats of values: in full, briefly on an axis, and the common unit. */
export function useChartWords(kind: ChartKind, points: readonly ChartPoint[]) {
  const { money, amount, number, decimal, share, scale } = useFormats();
  if (kind === 'percent') return { unit: '%', say: share, brief: share, tick: decimal };
  if (kind === 'number') return { unit: '', say: decimal, brief: number, tick: decimal };
  const most = Math.max(0, ...points.flatMap(({ values }) => Object.values(values).map(value => Math.abs(value ?? 0))));
  const { unit, say } = scale(most);
  return { unit, say: money, brief: amount, tick: say };
}

/** A period in words: a month if it is whole or the current one, without the year if that is the current one. */
export function useSpanWords(): (from: string, to: string) => string {
  const { day } = useFormats();
  return (from, to) => {
    const month = monthOf(from);
    const isWhole = from.endsWith('-01') && month === monthOf(to);
    if (isWhole && (to === lastDayOf(month) || month === thisMonth())) return day(month);
    if (from === to) return day(from);
    const year = thisMonth().slice(0, 4);
    const months = from.endsWith('-01') && to === lastDayOf(monthOf(to));
    if (months) return `${day(month)} – ${day(monthOf(to))}`;
    if (from.startsWith(year) && to.startsWith(year)) return `${day(from).slice(0, 5)} – ${day(to).slice(0, 5)}`;
    return `${day(from)} – ${day(to)}`;
  };
}
