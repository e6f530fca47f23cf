import { addDays, weekdayOf } from '@lobby/shared/kit/dates.ts';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { today } from '../bookings.ts';
import { t, weekday } from '../words.ts';
import { DaySheet } from './DayField.tsx';

const DAYS = 14;
const short = (date: string): string => t(`weekdays.${weekdayOf(date)}`);

interface DayStripProps {
  label: string;
  /** The chosen day; empty if none is. */
  day: string;
  onDay: (day: string) => void;
}

/** The coming days side by side; later ones are picked from a month. */
export function DayStrip({ label, day, onDay }: DayStripProps) {
  const [open, setOpen] = useState(false);
  const soon = Array.from({ length: DAYS }, (_, n) => addDays(today(), n));
  const days = day === '' || soon.includes(day) ? soon : [...soon, day];
  return (
    <>
      <fieldset className="days">
        <legend className="hidden">{label}</legend>
        {days.map(date => (
          <button key={date} type="button" aria-pressed={date === day} onClick={() => onDay(date)}>
            <small>{short(date)}</small>
            <b>{date.slice(8)}</b>
            <span className="hidden">{weekday(date)}</span>
          </button>
        ))}
        <button type="button" aria-label={t('otherDay')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <CalendarDays size={20} aria-hidden />
        </button>
      </fieldset>
      {open && <DaySheet title={label} day={day} min={today()} onDay={onDay} onClose={() => setOpen(false)} />}
    </>
  );
}
