import { lastDayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import type { Tone } from '@lobby/shared/kit/status.ts';
import type { CSSProperties, ReactNode } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { thisMonth } from './today.ts';

export interface ChartSeries {
  key: string;
  label: string;
  /** The same in the period before: a shade behind. */
  before?: boolean;
  /** What should be: a dashed line. */
  plan?: boolean;
  /** Of a status: in its colour. */
  tone?: Tone;
}

export interface ChartPoint {
  key: string;
  label: string;
  /** Its name on an axis, where the whole one is long. */
  short?: string;
  /** Its moment or quantity, where points do not follow each other evenly. */
  at?: number;
  values: Readonly<Record<string, number | null>>;
  /** It goes on: its bar is hatched, its line dashed. */
  part?: boolean;
  /** What its name in the table leads to. */
  named?: ReactNode;
  /** At the end of its line among ranks. */
  end?: ReactNode;
}

/** What values are, and so how they are written. */
export type ChartKind = 'number' | 'money' | 'percent';

/** Vertical: bars side by side or on each other, lines, steps. Horizontal: ranks, and the parts of one whole. */
export type ChartShape = 'bars' | 'stacked' | 'lines' | 'steps' | 'ranks' | 'shares';

/** This in the accent, what it is held against as a quiet shade of the controls, statuses in their colours. */
export const inkOf = ({ before, plan, tone }: ChartSeries, at: number): string => {
  if (tone) return `${tone}.solid`;
  return before || plan || at > 0 ? 'border.control' : 'accent.solid';
};

/** The ink of a series for the styles of its part of the page. */
export const inkVar = (ink: string): CSSProperties =>
  ({ '--ink': `var(--chakra-colors-${ink.replace('.', '-')})` }) as CSSProperties;

/** How values are written: whole, briefly on an axis, and the unit that is told once. */
export function useChartWords(kind: ChartKind, points: readonly ChartPoint[]) {
  const { money, amount, number, decimal, share, scale } = useFormats();
  if (kind === 'percent') return { unit: '%', say: share, brief: share, tick: decimal };
  if (kind === 'number') return { unit: '', say: decimal, brief: number, tick: decimal };
  const most = Math.max(0, ...points.flatMap(({ values }) => Object.values(values).map(one => Math.abs(one ?? 0))));
  const { unit, say } = scale(most);
  return { unit, say: money, brief: amount, tick: say };
}

/** A time as people say it beside another: its month where it is a whole one or the one that it is, without the year where that is now. */
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
