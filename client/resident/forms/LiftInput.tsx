import { useReading } from '../live.ts';
import { t, when } from '../words.ts';

interface LiftDay {
  id: string;
  name: string;
  hours: string | null;
  taken: { startAt: string; endAt: string }[];
}

interface LiftInputProps {
  name: string;
  required: boolean;
  'aria-invalid': boolean | undefined;
  value: string;
  /** The beginning as it is typed: the times of that day are shown. */
  startAt: string;
  onChange: (id: string) => void;
}

const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
const clock = (at: string) => when(at).slice(-5);

/** Which lift, and when it is taken that day. */
export function LiftInput({ startAt, onChange, ...input }: LiftInputProps) {
  const day = startAt.slice(0, 10) || today();
  const { data } = useReading<LiftDay[]>(`/elevator-reservation/lift-day?day=${day}`, [
    'INVENTORY_TRANSFER_MANAGEMENT',
  ]);
  const chosen = data?.find(({ id }) => id === input.value);
  return (
    <>
      <select {...input} onChange={event => onChange(event.target.value)}>
        <option value="">{t('choose')}</option>
        {data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {chosen && (
        <small className="muted" aria-live="polite">
          {chosen.hours && `${t('forms.hours', { hours: chosen.hours })} `}
          {chosen.taken.length === 0
            ? t('forms.free')
            : t('forms.taken', {
                times: chosen.taken.map(one => `${clock(one.startAt)}–${clock(one.endAt)}`).join(', '),
              })}
        </small>
      )}
    </>
  );
}
