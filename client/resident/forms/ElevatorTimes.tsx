import { addDays } from '@lobby/shared/kit/dates.ts';
import type { freeElevatorTimes } from '@lobby/shared/modules/elevator.contract.ts';
import type { elevator } from '@lobby/shared/modules/elevator.ts';
import { startsIn } from '@lobby/shared/modules/elevator-time.ts';
import { useState } from 'react';
import { useContract } from '../data/contract.ts';
import { useOptions } from '../data/rows.ts';
import { Choice } from '../parts/Choice.tsx';
import { DayField } from '../parts/DayField.tsx';
import { dayAt, t, time } from '../words.ts';

const LENGTHS = [60, 120, 180, 240];
const CODE = ['INVENTORY_TRANSFER_MANAGEMENT'];

interface ElevatorTimesProps {
  label: string;
  error: string | undefined;
  values: Readonly<Record<string, unknown>>;
  onValues: (values: Record<string, unknown>) => void;
}

/** A time as the form keeps it: in the zone of the browser, which turns it into an instant again. */
const local = (at: number) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Chooses elevator, day and duration; free times are buttons. */
export function ElevatorTimes({ label, error, values, onValues }: ElevatorTimesProps) {
  const [minutes, setMinutes] = useState(120);
  const [day, setDay] = useState(() => addDays(dayAt(new Date()), 2));
  const elevators = useOptions<typeof elevator>('/elevator', CODE).data;
  const elevatorId = String(values.elevatorId ?? '');
  const free = useContract<typeof freeElevatorTimes>(
    '/elevator/:id/free',
    elevatorId && day && { params: { id: elevatorId }, query: { date: day, minutes } },
    CODE,
  ).data;
  const starts = startsIn(free ?? [], minutes);
  return (
    <>
      <Choice
        name="elevatorId"
        label={label}
        error={error}
        required
        value={elevatorId}
        options={(elevators ?? []).map(({ id, name }) => ({ value: id, text: name }))}
        onChange={next => onValues({ elevatorId: next })}
      />
      <DayField name="moveDay" label={t('forms.day')} day={day} min={dayAt(new Date())} onDay={setDay} />
      <Choice
        name="moveLength"
        label={t('forms.length')}
        value={String(minutes)}
        options={LENGTHS.map(length => ({ value: String(length), text: t('forms.minutes', { minutes: length }) }))}
        onChange={next => setMinutes(Number(next))}
      />
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
