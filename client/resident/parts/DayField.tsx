import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { day as dated, t, weekday } from '../words.ts';
import { Picked } from './Choice.tsx';
import { Sheet } from './Sheet.tsx';

// Loaded when somebody opens a month.
const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }));

interface DaySheetProps {
  title: string;
  day: string;
  min: string | undefined;
  onDay: (day: string) => void;
  onClose: () => void;
}

/** A month to pick a day from, on a sheet that closes with the choice. */
export const DaySheet = ({ title, day, min, onDay, onClose }: DaySheetProps) => (
  <Sheet title={title} onClose={onClose}>
    <Suspense fallback={<i className="code-room" />}>
      <Calendar
        day={day}
        min={min}
        onDay={next => {
          onClose();
          onDay(next);
        }}
      />
    </Suspense>
  </Sheet>
);

interface DayFieldProps {
  name: string;
  label: string;
  day: string;
  onDay: (day: string) => void;
  min?: string;
  required?: boolean;
  error?: string | undefined;
}

/** A day in a form: shown as text on a button, picked from a month on a sheet. */
export function DayField({ name, label, day, onDay, min, required = false, error }: DayFieldProps) {
  const text = day ? `${weekday(day).split(',')[0]}, ${dated(day)}` : undefined;
  const field = { name, label, required, error };
  return (
    <Picked {...field} value={day} text={text} none={t('chooseDay')} icon={CalendarDays}>
      {onClose => <DaySheet title={label} day={day} min={min} onDay={onDay} onClose={onClose} />}
    </Picked>
  );
}

/** An uncontrolled day field for forms that are read on submit. */
export function DayInput(field: Omit<DayFieldProps, 'day' | 'onDay'>) {
  const [day, setDay] = useState('');
  return <DayField {...field} day={day} onDay={setDay} />;
}
