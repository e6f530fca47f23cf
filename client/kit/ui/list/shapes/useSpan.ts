import { addDays, addMonths, type Day, dayOf, isDay, monthOf } from '@lobby/shared/kit/dates.ts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { zoneNow } from '../../../base/zone.ts';
import { now } from '../../../http/clock.ts';
import { usePhone } from '../../layout/phone.ts';
import { monthDays, weekDays } from './months.ts';

export const SPANS = ['month', 'week', 'day'] as const;
export type Span = (typeof SPANS)[number];

/** The shown days, with functions to move; phones start with a day if the module renders days. */
export function useSpan(drawsDays: boolean) {
  const phone = usePhone();
  const usual: Span = phone && drawsDays ? 'day' : 'month';
  const [params, setParams] = useSearchParams();
  const zone = zoneNow();
  const today = dayOf(new Date(now()), zone);
  const span = SPANS.find(option => option === params.get('span')) ?? usual;
  const chosen = isDay(params.get('day') ?? '') ? String(params.get('day')) : null;
  const param = params.get('month') ?? '';
  const month = /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(param) ? param : monthOf(chosen ?? today);
  const at = chosen ?? (today.startsWith(month) ? today : `${month}-01`);
  const days = useMemo(
    () => (span === 'month' ? monthDays(month) : span === 'week' ? weekDays(at) : [at]),
    [span, month, at],
  );
  const put = (next: { span?: Span; day?: Day | null; month?: string | null }) =>
    setParams(before => {
      const query = new URLSearchParams(before);
      for (const [name, value] of Object.entries(next)) {
        if (value && value !== (name === 'span' ? usual : null)) query.set(name, value);
        else query.delete(name);
      }
      return query;
    });
  const go = (by: number) => {
    if (span === 'month') return put({ month: addMonths(month, by), day: null });
    const day = addDays(at, by * (span === 'week' ? 7 : 1));
    return put({ day, month: monthOf(day) });
  };
  return {
    span,
    days,
    month,
    today,
    chosen,
    at,
    put,
    go,
    toToday: () => put({ day: span === 'month' ? null : today, month: null }),
    look: (next: Span) => put({ span: next, day: next === 'month' ? null : at, month: monthOf(at) }),
  };
}
