import type { utility } from '@lobby/shared/modules/utility.ts';
import type { standingBans } from '@lobby/shared/modules/utility-ban.contract.ts';
import type { availableSlots } from '@lobby/shared/modules/utility-booking.contract.ts';
import type { bookable } from '@lobby/shared/modules/utility-group.contract.ts';
import { useState } from 'react';
import { clock, useHeld } from '../../../modules/utility-booking/slots/useHeld.ts';
import { BOOKED, BOOKINGS, freeFirst, today } from '../../bookings.ts';
import { call, type Refused } from '../../data/api.ts';
import { useContract } from '../../data/contract.ts';
import { HOLD_CALLS } from '../../data/held.ts';
import { type SeenRecord, useDetail } from '../../data/rows.ts';
import { DayStrip } from '../../parts/DayStrip.tsx';
import { useTitle } from '../../parts/head.tsx';
import { Link, Pictures, Prose, Waiting } from '../../parts/parts.tsx';
import { go } from '../../path.ts';
import { placeScene } from '../../scene-of.ts';
import { sceneUrl } from '../../scenes.ts';
import { day as dated, dayAt, namedIn, t, time } from '../../words.ts';
import { Extras } from './BookingExtras.tsx';
import { Left, Repeat } from './BookingRepeat.tsx';
import { Price, type Slot, useTerms } from './BookingTerms.tsx';
import { WAITS } from './Waits.tsx';
import { NO_WISHES, WaitWishes } from './WaitWishes.tsx';

type Amenity = SeenRecord<typeof utility>;
const FULL = 'FULL';
interface Series {
  done: readonly { id: string }[];
  refused: readonly { from: string; code: string; message: string }[];
}

/** An amenity: description, free slots of a day, price, and the booking form. */
export function BookAmenity({ id, day, from }: { id: string; day?: string | undefined; from?: string | undefined }) {
  const { data: amenity, error } = useDetail<typeof utility>('/utility', id, ['AMENITY']);
  useTitle(amenity ? namedIn(amenity) : undefined);
  if (!amenity) return <Waiting error={error} />;
  const [picture, ...more] = amenity.photos;
  const hours = [...new Set(amenity.serveTime.map(line => `${line.from}–${line.to}`))].join(' · ');
  return (
    <div className="stack">
      <div className="card story">
        <img className="cover" src={picture?.url ?? sceneUrl(placeScene(amenity.name))} alt="" />
        <p className="section">
          <small>{hours.replaceAll('–', ' – ')}</small>
        </p>
      </div>
      <Banned amenityId={id} />
      {amenity.type === 'NO_RESERVATION' ? (
        <p className="muted">{t('amenities.free')}</p>
      ) : (
        <Frames amenity={amenity} begins={day} first={from} />
      )}
      {amenity.description && (
        <div className="card pad">
          <Prose markup={amenity.description} />
        </div>
      )}
      {more.length > 0 && <Pictures of={more} label={amenity.name} />}
    </div>
  );
}

/** Until when the unit is banned from booking, and whom to contact about it. */
function Banned({ amenityId }: { amenityId: string }) {
  const { data } = useContract<typeof standingBans>('/utility-ban/standing', {}, BOOKED);
  const until = data?.find(amenity => amenity.utilityId === amenityId)?.until;
  if (!until) return null;
  return (
    <p role="status" className="error">
      {t('amenities.banned', { day: dated(until) })} <Link to="/requests/new">{t('amenities.object')}</Link>
    </p>
  );
}

interface FramesProps {
  amenity: Amenity;
  /** Day and time chosen before opening the page. */
  begins: string | undefined;
  first: string | undefined;
}

function Frames({ amenity, begins, first }: FramesProps) {
  const [picked, setDay] = useState(begins ?? null);
  // Without a chosen day, the first one with free slots.
  const { data: groups } = useContract<typeof bookable>(
    '/utility-group/booking',
    begins ? null : { query: { nextFree: '1', date: today() } },
    ['AMENITY'],
  );
  const nextFree = groups?.flatMap(({ amenities }) => amenities).find(({ id }) => id === amenity.id)?.nextFree;
  const day = picked ?? (nextFree ? dayAt(nextFree) : today());
  const [chosen, setChosen] = useState<readonly string[]>(first ? [first] : []);
  const [agreed, setAgreed] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const [waits, setWaits] = useState(false);
  const [wishes, setWishes] = useState(NO_WISHES);
  const [quantity, setQuantity] = useState(1);
  const [extra, setExtra] = useState<readonly number[]>([]);
  const [rule, setRule] = useState('');
  const [series, setSeries] = useState<Series | null>(null);
  const surcharges = extra.map(index => ({ index, quantity: 1 }));
  const { data, again } = useContract<typeof availableSlots>(
    '/utility-group/:id/available-slots',
    { params: { id: amenity.groupId }, query: { startDateUsage: day } },
    [...BOOKED, 'AMENITY'],
  );
  const offered = data?.find(entry => entry.utilityId === amenity.id)?.slots;
  const slots = (offered ?? []).filter(slot => chosen.includes(slot.from));
  const terms = useTerms(amenity.id, slots, quantity, surcharges, rule);
  const wanted = { utilityId: amenity.id, slots: slots.map(({ from, to }) => ({ from, to })), quantity };
  const none = slots.length === 0 || series !== null;
  const { held, seconds } = useHeld(
    none ? null : terms ? (terms.allowed ? JSON.stringify(wanted) : null) : undefined,
    HOLD_CALLS,
  );
  const turn = ({ from }: Slot) =>
    setChosen(before => (before.includes(from) ? before.filter(start => start !== from) : [...before, from]));
  async function wait({ from, to }: Slot) {
    try {
      const body = { ...wishes, utilityId: amenity.id, slots: [{ from, to }] };
      await call(WAITS, { method: 'POST', body });
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
        ...wanted,
        surcharges,
        ...(held && { holdId: held.holdId }),
        ...(rule && { rrule: rule }),
        ...(amenity.rules && { rulesAgreed: agreed }),
      };
      const made = await call<{ id: string } & Partial<Series>>(BOOKINGS, { method: 'POST', body });
      if (made.done) setSeries({ done: made.done, refused: made.refused ?? [] });
      else go(`/bookings/${made.id}`);
    } catch (failure) {
      setRefused(failure as Refused);
      again();
      setBusy(false);
    }
  }
  if (series)
    return (
      <section className="stack" role="status">
        <p>{t('amenities.series', { count: series.done.length })}</p>
        <Left times={series.refused} />
        <Link to={`/bookings/${series.done[0]?.id}`}>{t('amenities.show')}</Link>
      </section>
    );
  return (
    <>
      <DayStrip
        label={t('amenities.day')}
        day={day}
        onDay={next => {
          setDay(next);
          setChosen([]);
        }}
      />
      {offered?.length === 0 && <p className="muted">{t('amenities.closed')}</p>}
      <ul className="slots thirds">
        {freeFirst(offered?.filter(({ state }) => state !== 'PAST') ?? []).map(slot => (
          <li key={slot.from}>
            <button
              type="button"
              className={slot.state === FULL ? 'slot taken' : 'slot'}
              aria-pressed={chosen.includes(slot.from)}
              disabled={slot.state !== 'FREE' && slot.state !== FULL && !chosen.includes(slot.from)}
              onClick={() => (slot.state === FULL ? void wait(slot) : turn(slot))}
            >
              <b>
                {time(slot.from)}&nbsp;–&nbsp;{time(slot.to)}
              </b>
              <small>
                {slot.state === 'FREE'
                  ? t('amenities.left', { count: slot.free })
                  : t(slot.state === FULL ? 'amenities.wait' : `amenities.states.${slot.state}`)}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {offered?.some(({ state }) => state === FULL) && slots.length === 0 && (
        <WaitWishes
          wishes={wishes}
          others={data?.filter(({ utilityId }) => utilityId !== amenity.id) ?? []}
          onWishes={setWishes}
        />
      )}
      {slots.length > 0 && (
        <Extras amenity={amenity} quantity={quantity} extra={extra} onQuantity={setQuantity} onExtra={setExtra} />
      )}
      {slots.length > 0 && amenity.recurring && (
        <Repeat rule={rule} onRule={setRule} occurrences={terms?.occurrences} />
      )}
      {slots.length > 0 && held && (
        <p role="timer" className={seconds > 0 ? 'muted' : 'error'}>
          {seconds > 0 ? t('amenities.held', { left: clock(seconds) }) : t('amenities.heldOver')}
        </p>
      )}
      {waits && <p role="status">{t('amenities.waitsNow')}</p>}
      {terms && slots.length > 0 && <Price terms={terms} />}
      {amenity.rules && slots.length > 0 && (
        <>
          <div className="card pad">
            <Prose markup={amenity.rules} />
          </div>
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
