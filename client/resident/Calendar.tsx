import { addDays, addMonths, dayOf, lastDayOf, mondayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Held } from './Choice.tsx';
import { Sheet } from './Sheet.tsx';
import { zoneNow } from './session.ts';
import { day as dated, languageNow, t, weekday } from './words.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0];

interface CalendarProps {
  /** The chosen day; empty while none is. */
  day: string;
  /** The first day that can be chosen. */
  min?: string | undefined;
  onDay: (day: string) => void;
}

/** A month of days; the others are a step away. */
export function Calendar({ day, min, onDay }: CalendarProps) {
  const today = dayOf(new Date(), zoneNow());
  const [month, setMonth] = useState(monthOf(day || min || today));
  const first = mondayOf(`${month}-01`);
  const days = Array.from({ length: 42 }, (_, n) => addDays(first, n)).filter(
    (one, n) => n < 35 || one <= lastDayOf(month),
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
        {WEEKDAYS.map(one => (
          <small key={one} aria-hidden>
            {t(`weekdays.${one}`)}
          </small>
        ))}
        {days.map(one => (
          <button
            key={one}
            type="button"
            aria-label={weekday(one)}
            aria-pressed={one === day}
            data-out={monthOf(one) === month ? undefined : ''}
            data-today={one === today ? '' : undefined}
            disabled={min !== undefined && one < min}
            onClick={() => onDay(one)}
          >
            {Number(one.slice(8))}
          </button>
        ))}
      </div>
    </div>
  );
}

interface DayFieldProps {
  name: string;
  label: string;
  day: string;
  onDay: (day: string) => void;
  min?: string;
  required?: boolean;
  error?: string | undefined;
}

/** A day of a form: on a button as people say it, picked from a month on a sheet. */
export function DayField({ name, label, day, onDay, min, required = false, error }: DayFieldProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="field">
      <span id={id} className="named">
        {required ? `${label} *` : label}
      </span>
      <button
        type="button"
        className="pick"
        aria-haspopup="dialog"
        aria-labelledby={`${id} ${id}v`}
        onClick={() => setOpen(true)}
      >
        <span id={`${id}v`} data-empty={day ? undefined : ''}>
          {day ? `${weekday(day).split(',')[0]}, ${dated(day)}` : t('chooseDay')}
        </span>
        <CalendarDays size={20} aria-hidden />
      </button>
      <Held name={name} value={day} required={required} />
      {error && (
        <span className="error" role="alert">
          {error}
        </span>
      )}
      {open && (
        <Sheet title={label} onClose={() => setOpen(false)}>
          <Calendar
            day={day}
            min={min}
            onDay={next => {
              setOpen(false);
              onDay(next);
            }}
          />
        </Sheet>
      )}
    </div>
  );
}

/** A day of a form that is read when it is sent. */
export function DayInput(field: Omit<DayFieldProps, 'day' | 'onDay'>) {
  const [day, setDay] = useState('');
  return <DayField {...field} day={day} onDay={setDay} />;
}
