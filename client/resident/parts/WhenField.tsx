import { instantAt } from '@lobby/shared/kit/dates.ts';
import { useState } from 'react';
import { zoneNow } from '../data/session.ts';
import { t } from '../words.ts';
import { Choice, Held } from './Choice.tsx';
import { DayStrip } from './DayStrip.tsx';

const HALF_HOURS = Array.from({ length: 48 }, (_, n) => n * 30);
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const USUAL = 9 * 60;

interface WhenFieldProps {
  name: string;
  label: string;
  error?: string | undefined;
  required?: boolean;
  /** Called with the time; empty if none is chosen. */
  onAt?: (at: string) => void;
}

/** A future time for a form, in the building's time zone: the day from a strip, the hour from a sheet. */
export function WhenField({ name, label, error, required = false, onAt }: WhenFieldProps) {
  const [day, setDay] = useState('');
  const [picked, setPicked] = useState(USUAL);
  const at = (of: string, minutes: number) => instantAt(of, minutes, zoneNow());
  // Past hours are not offered.
  const offeredOn = (of: string) =>
    of ? HALF_HOURS.filter(halfHour => at(of, halfHour).getTime() > Date.now()) : HALF_HOURS;
  const fitting = (of: string, minutes: number) => {
    const offered = offeredOn(of);
    return offered.includes(minutes) ? minutes : (offered[0] ?? minutes);
  };
  const minutes = fitting(day, picked);
  const choose = (of: string, on: number) => {
    setDay(of);
    setPicked(on);
    onAt?.(of && at(of, fitting(of, on)).toISOString());
  };
  return (
    <div className="when-field">
      <b>{required ? `${label} *` : label}</b>
      <DayStrip label={label} day={day} onDay={next => choose(next === day ? '' : next, picked)} />
      {day && (
        <Choice
          bare
          grid
          label={t('hour')}
          value={String(minutes)}
          options={offeredOn(day).map(time => ({ value: String(time), text: clock(time) }))}
          onChange={next => choose(day, Number(next))}
        />
      )}
      <Held name={name} value={day && at(day, minutes).toISOString()} required={required} />
      {error && (
        <span className="error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
