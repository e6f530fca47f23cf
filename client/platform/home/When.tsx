import { DAY_MS, daysBetween, isDay } from '@lobby/shared/kit/dates.ts';
import type { Urgency } from '@lobby/shared/kit/home.ts';
import { useTranslation } from 'react-i18next';
import { useClock } from '../../kit/http/clock.ts';
import { useFormats, useSpans } from '../../kit/i18n/formats.ts';
import { today } from '../../kit/ui/today.ts';

const SLOW_MS = DAY_MS / 4;

/** Waiting or remaining time of a record, worded by urgency. */
export function When({ as, at, due }: { as: Urgency; at: string; due: boolean }) {
  const { t } = useTranslation('home');
  const { day, when, dateTime } = useFormats();
  const spans = useSpans();
  const whole = isDay(at);
  const lateAt = (now: number) => (whole ? daysBetween(at, today()) * DAY_MS : now - Date.parse(at));
  const words = useClock(now => {
    const late = lateAt(now);
    const moment = whole ? day(at).slice(0, 5) : when(at, now);
    if (as === 'soon') return moment;
    // Events before their time do not wait yet.
    if (as !== 'answer' && !due) return late < 0 ? moment : t('since', { when: moment });
    if (as === 'answer') return t('waits', { span: spans.bare(late) });
    if (whole && late === 0) return t('today');
    return late > 0 ? spans.over(late) : spans.left(-late);
  });
  const tone = useClock(now => {
    if (as === 'soon' || (as !== 'answer' && !due)) return '';
    return lateAt(now) > (as === 'answer' ? SLOW_MS : 0) ? 'bad' : 'waiting';
  });
  return (
    <span data-end="" data-when="" data-tone={tone} title={whole ? day(at) : dateTime(at)}>
      {words}
    </span>
  );
}
