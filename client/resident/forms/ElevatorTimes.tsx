import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { startsIn } from '@lobby/shared/modules/elevator-time.ts';
import { useState } from 'react';
import { useReading } from '../live.ts';
import { Labelled } from '../parts.tsx';
import { t, time } from '../words.ts';

const LENGTHS = [60, 120, 180, 240];
const CODE = ['INVENTORY_TRANSFER_MANAGEMENT'];

interface ElevatorTimesProps {
  label: string;
  error: string | undefined;
  values: Readonly<Record<string, unknown>>;
  onValues: (values: Record<string, unknown>) => void;
}

const local = (at: number) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
const dayOf = (at: number) => local(at).slice(0, 10);

/** Which elevator, on which day, how long: the times at which it is free are buttons. */
export function ElevatorTimes({ label, error, values, onValues }: ElevatorTimesProps) {
  const [minutes, setMinutes] = useState(120);
  const [day, setDay] = useState(() => dayOf(Date.now() + 2 * DAY_MS));
  const elevators = useReading<{ id: string; name: string }[]>('/elevator/options', CODE).data;
  const elevatorId = String(values.elevatorId ?? '');
  const free = useReading<{ start: string; end: string }[]>(
    elevatorId && day ? `/elevator/${elevatorId}/free?date=${day}&minutes=${minutes}` : null,
    CODE,
  ).data;
  const starts = startsIn(free ?? [], minutes);
  return (
    <>
      <Labelled label={label} error={error}>
        <select
          name="elevatorId"
          required
          aria-invalid={error ? true : undefined}
          value={elevatorId}
          onChange={event => onValues({ elevatorId: event.target.value })}
        >
          <option value="">{t('choose')}</option>
          {elevators?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Labelled>
      <Labelled label={t('forms.day')} error={undefined}>
        <input type="date" name="moveDay" value={day} onChange={event => setDay(event.target.value)} />
      </Labelled>
      <Labelled label={t('forms.length')} error={undefined}>
        <select name="moveLength" value={minutes} onChange={event => setMinutes(Number(event.target.value))}>
          {LENGTHS.map(one => (
            <option key={one} value={one}>
              {t('forms.minutes', { minutes: one })}
            </option>
          ))}
        </select>
      </Labelled>
      {elevatorId && (
        <fieldset className="chips">
          <legend>{t('forms.freeTimes')}</legend>
          {free && starts.length === 0 && <small className="muted">{t('forms.full')}</small>}
          {starts.map(({ from, to }) => (
            <button
              key={from}
              type="button"
              className="quiet"
              aria-pressed={values.expectedStartAt === local(from)}
              onClick={() => onValues({ expectedStartAt: local(from), expectedEndAt: local(to) })}
            >
              {time(new Date(from).toISOString())}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}
