import { isDay } from '@lobby/shared/kit/dates.ts';
import {
  lastDays,
  SPAN_KINDS,
  type Span,
  type SpanKind,
  spanAt,
  spanBefore,
  spanUntil,
} from '@lobby/shared/kit/spans.ts';
import { COMPARED } from '@lobby/shared/kit/statistic-terms.ts';
import { useSearchParams } from 'react-router';
import { today } from '../../kit/ui/today.ts';

type Compared = (typeof COMPARED)[number];

/** Period of a board, and the period it is compared with. */
export interface Times {
  kind: SpanKind;
  compare: Compared;
  /** Both periods in full. */
  whole: Span;
  wholeBefore: Span;
  /** The elapsed part of the period, and an equally long part of its comparison. */
  span: Span;
  before: Span;
}

/** Until this day of a month the month itself tells too little. */
const EARLY = 5;

/** Periods from the address; default: this month against the previous one, in its first days the last 30 days. */
export function timesOf(query: URLSearchParams, day: string): Times {
  const begins = Number(day.slice(8)) > EARLY ? 'month' : 'days';
  const kind = SPAN_KINDS.find(spanKind => spanKind === query.get('time')) ?? begins;
  const compare = COMPARED.find(name => name === query.get('compare')) ?? 'previous';
  const usual = kind === 'days' ? lastDays(day) : spanAt(kind === 'own' ? 'month' : kind, day);
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  // A period must not start in the future.
  const isSpan = isDay(from) && isDay(to) && from <= to && from <= day;
  const whole = kind === 'own' && isSpan ? { from, to: to > day ? day : to } : usual;
  const span = spanUntil(whole, day);
  return {
    kind,
    compare,
    whole,
    wholeBefore: spanBefore(kind, whole, compare),
    span,
    before: spanBefore(kind, span, compare),
  };
}

/** Periods of the board, kept in the address. */
export function useTimes(): [Times, (values: Readonly<Record<string, string>>) => void] {
  const [asked, setAsked] = useSearchParams();
  const put = (values: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(asked);
    for (const [name, value] of Object.entries(values)) next.set(name, value);
    if (next.get('time') !== 'own') for (const name of ['from', 'to']) next.delete(name);
    setAsked(next, { replace: true });
  };
  return [timesOf(asked, today()), put];
}

/** Query parameters of both periods. */
export const askedOf = (span: Span, before: Span) => ({
  from: span.from,
  to: span.to,
  compareFrom: before.from,
  compareTo: before.to,
});
