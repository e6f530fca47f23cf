import { instantAt } from '@lobby/shared/kit/dates.ts';
import { useState } from 'react';
import { DayStrip } from './DayStrip.tsx';
import { zoneNow } from './session.ts';
import { t } from './words.ts';

const HALF_HOURS = Array.from({ length: 48 }, (_, n) => n * 30);
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const USUAL = 9 * 60;

interface WhenFieldProps {
  name: string;
  label: string;
  error: string | undefined;
}

/** A moment to come, of a form, by the clock of the building: the day of a strip, and the hour of a list. */
export function WhenField({ name, label, error }: WhenFieldProps) {
  const [day, setDay] = useState('');
  const [picked, setPicked] = useState(USUAL);
  const at = (minutes: number) => instantAt(day, minutes, zoneNow());
  // Hours that are over are not offered.
  const offered = day ? HALF_HOURS.filter(minutes => at(minutes).getTime() > Date.now()) : HALF_HOURS;
  const minutes = offered.includes(picked) ? picked : (offered[0] ?? picked);
  return (
    <div className="when-field">
      <b>{label}</b>
      <DayStrip label={label} day={day} onDay={next => setDay(next === day ? '' : next)} />
      {day && (
        <label>
          <span className="hidden">{t('hour')}</span>
          <select value={minutes} onChange={event => setPicked(Number(event.target.value))}>
            {offered.map(one => (
              <option key={one} value={one}>
                {clock(one)}
              </option>
            ))}
          </select>
        </label>
      )}
      <input type="hidden" name={name} value={day && at(minutes).toISOString()} />
      {error && (
        <span className="error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
