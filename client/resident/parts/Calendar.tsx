import { addDays, addMonths, dayOf, lastDayOf, mondayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { zoneNow } from '../data/session.ts';
import { languageNow, t, weekday } from '../words.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0];

interface CalendarProps {
  /** The chosen day; empty if none is. */
  day: string;
  /** The first selectable day. */
  min?: string | undefined;
  onDay: (day: string) => void;
}

/** A calendar of one month, with buttons to other months. */
export function Calendar({ day, min, onDay }: CalendarProps) {
  const today = dayOf(new Date(), zoneNow());
  const [month, setMonth] = useState(monthOf(day || min || today));
  const first = mondayOf(`${month}-01`);
  const days = Array.from({ length: 42 }, (_, n) => addDays(first, n)).filter(
    (date, n) => n < 35 || date <= lastDayOf(month),
  );
  const name = new Intl.DateTimeFormat(languageNow(), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <div className="month-days">
      <p>
        <button
          type="button"
          className="icon"
          aria-label={t('monthBefore')}
          disabled={min !== undefined && monthOf(min) >= month}
          onClick={() => setMonth(addMonths(month, -1))}
        >
          <ChevronLeft size={20} aria-hidden />
        </button>
        <b aria-live="polite">{name.format(new Date(`${month}-01T00:00:00Z`))}</b>
        <button
          type="button"
          className="icon"
          aria-label={t('monthAfter')}
          onClick={() => setMonth(addMonths(month, 1))}
        >
          <ChevronRight size={20} aria-hidden />
        </button>
      </p>
      <div>
        {WEEKDAYS.map(weekdayName => (
          <small key={weekdayName} aria-hidden>
            {t(`weekdays.${weekdayName}`)}
          </small>
        ))}
        {days.map(date => (
          <button
            key={date}
            type="button"
            aria-label={weekday(date)}
            aria-pressed={date === day}
            data-out={monthOf(date) === month ? undefined : ''}
            data-today={date === today ? '' : undefined}
            disabled={min !== undefined && date < min}
            onClick={() => onDay(date)}
          >
            {Number(date.slice(8))}
          </button>
        ))}
      </div>
    </div>
  );
}
