import { useEffect, useState } from 'react';
import { call, type Refused } from '../api.ts';
import { BOOKED, BOOKINGS, today } from '../bookings.ts';
import { useReading } from '../live.ts';
import { Labelled } from '../parts.tsx';
import { go } from '../path.ts';
import { t, time } from '../words.ts';
import { Price, type Slot, useTerms } from './BookingTerms.tsx';
import { WAITS } from './Waits.tsx';

interface Amenity {
  id: string;
  name: string;
  groupId: string;
  type: string;
  description: string | null;
  rules: string | null;
  serveTimes: { weekday: string; hours: string }[];
  images: { id: string; url: string; thumbUrl: string | null }[];
}
/** Others of the building book too, and no event of theirs comes here. */
const LOOK_MS = 5000;
const FULL = 'BOOKING_SLOT_FULL';

/** One amenity: what it is, what is free on a day, what that costs, and the booking of it. */
export function BookAmenity({ id }: { id: string }) {
  const { data: amenity, error } = useReading<Amenity>(`/utility/${id}`, ['AMENITY']);
  if (!amenity) return <p className="muted">{error ? error.message || t('failed') : t('loading')}</p>;
  const hours = [...new Set(amenity.serveTimes.map(one => one.hours))].join(' · ');
  return (
    <div className="stack">
      <div>
        <h2>{amenity.name}</h2>
        <p className="muted">{hours}</p>
        {amenity.description && <p className="prose">{amenity.description}</p>}
      </div>
      <p className="pictures">
        {amenity.images.map(one => (
          <img key={one.id} src={one.thumbUrl ?? one.url} alt={amenity.name} width="96" height="96" />
        ))}
      </p>
      {amenity.type === 'NO_RESERVATION' ? <p>{t('amenities.free')}</p> : <Frames amenity={amenity} />}
    </div>
  );
}

function Frames({ amenity }: { amenity: Amenity }) {
  const [day, setDay] = useState(today());
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [agreed, setAgreed] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const [waits, setWaits] = useState(false);
  const path = `/utility-group/${amenity.groupId}/available-slots?startDateUsage=${day}`;
  const { data, again } = useReading<{ id: string; slots: Slot[] }[]>(path, [...BOOKED, 'AMENITY']);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), LOOK_MS);
    return () => clearInterval(timer);
  });
  const offered = data?.find(one => one.id === amenity.id)?.slots;
  const slots = (offered ?? []).filter(one => chosen.includes(one.startAt));
  const terms = useTerms(amenity.id, slots);
  const turn = ({ startAt }: Slot) =>
    setChosen(before => (before.includes(startAt) ? before.filter(one => one !== startAt) : [...before, startAt]));
  async function wait({ startAt, endAt }: Slot) {
    try {
      await call(WAITS, { method: 'POST', body: { utilityId: amenity.id, startAt, endAt } });
      setRefused(null);
      setWaits(true);
    } catch (failure) {
      setRefused(failure as Refused);
    }
  }
  async function book() {
    setBusy(true);
    try {
      const body = {
        utilityId: amenity.id,
        slots: slots.map(({ startAt, endAt }) => ({ startAt, endAt })),
        ...(amenity.rules && { rulesAgreed: agreed }),
      };
      go(`/bookings/${(await call<{ id: string }>(BOOKINGS, { method: 'POST', body })).id}`);
    } catch (failure) {
      setRefused(failure as Refused);
      again();
      setBusy(false);
    }
  }
  return (
    <>
      <Labelled label={t('amenities.day')}>
        <input
          type="date"
          value={day}
          min={today()}
          onChange={event => {
            if (event.target.value) setDay(event.target.value);
            setChosen([]);
          }}
        />
      </Labelled>
      {offered?.length === 0 && <p className="muted">{t('amenities.closed')}</p>}
      <ul className="slots">
        {offered?.map(slot => (
          <li key={slot.startAt}>
            <button
              type="button"
              aria-pressed={chosen.includes(slot.startAt)}
              disabled={slot.refused !== null && slot.refused !== FULL && !chosen.includes(slot.startAt)}
              onClick={() => (slot.refused === FULL ? void wait(slot) : turn(slot))}
            >
              <span>
                {time(slot.startAt)}–{time(slot.endAt)}
              </span>
              <small>
                {slot.refused
                  ? t(slot.refused === FULL ? 'amenities.wait' : `amenities.refused.${slot.refused}`)
                  : t('amenities.left', { count: slot.free })}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {waits && <p role="status">{t('amenities.waitsNow')}</p>}
      {terms && slots.length > 0 && <Price terms={terms} />}
      {amenity.rules && slots.length > 0 && (
        <>
          <p className="prose">{amenity.rules}</p>
          <label className="check">
            <input type="checkbox" checked={agreed} onChange={event => setAgreed(event.target.checked)} />
            {t('amenities.agree')}
          </label>
        </>
      )}
      {refused && (
        <p className="error" role="alert">
          {Object.values(refused.fields)[0]?.message || refused.message || t('failed')}
        </p>
      )}
      {slots.length > 0 && (
        <button
          type="button"
          className="main"
          disabled={busy || !terms?.allowed || (Boolean(amenity.rules) && !agreed)}
          onClick={() => void book()}
        >
          {t('amenities.book')}
        </button>
      )}
    </>
  );
}
