import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { availableSlots } from '@lobby/shared/modules/utility-booking.contract.ts';
import type { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { bookable } from '@lobby/shared/modules/utility-group.contract.ts';
import { QrCode, Ticket, Zap } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { BOOKED, BOOKINGS, freeFirst, hasPass, today } from '../../bookings.ts';
import { useContract } from '../../data/contract.ts';
import { useRows } from '../../data/rows.ts';
import { Card, IconSquare, Parts, Row } from '../../parts/cards.tsx';
import { DayStrip } from '../../parts/DayStrip.tsx';
import { HeadEnd } from '../../parts/head.tsx';
import { Link, Waiting } from '../../parts/parts.tsx';
import { placeSign } from '../../place-signs.ts';
import { placeScene } from '../../scene-of.ts';
import { sceneUrl } from '../../scenes.ts';
import { dayAt, money, t, time, weekday } from '../../words.ts';
import { Waits } from './Waits.tsx';

/** Loaded with the first amenity that is opened, because booking is as large as browsing. */
const Door = lazy(async () => ({ default: (await import('../reception/Door.tsx')).Door }));
const Calendars = lazy(async () => ({ default: (await import('../account/Calendars.tsx')).Calendars }));
const BookAmenity = lazy(async () => ({ default: (await import('./BookAmenity.tsx')).BookAmenity }));

type Group = AnswerOf<typeof bookable>[number];
type Amenity = Group['amenities'][number];
type Slot = AnswerOf<typeof availableSlots>[number]['slots'][number];
const OPEN = ['PENDING', 'APPROVED', 'WAITING_FOR_COMPLETED'] as const;

/** Amenities and bookings of the unit: `door-<amenity>.<code>` for a code at a door, `<amenity>_<day>` for a chosen day. */
export function Page({ id }: { id: string | undefined }) {
  if (id?.startsWith('door-')) return <Door text={id.slice('door-'.length)} />;
  const [amenity, day, from] = id?.split('_') ?? [];
  return amenity ? <BookAmenity id={amenity} day={day} from={from} /> : <Amenities />;
}

function Amenities() {
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? today();
  const { data, error } = useContract<typeof bookable>(
    '/utility-group/booking',
    { query: { nextFree: '1', date: day } },
    ['AMENITY'],
  );
  // The amenities stay while those of another day are read.
  const latest = useRef(data);
  if (data) latest.current = data;
  const groups = latest.current;
  // Initially shows the first day with free slots.
  const soonest = groups?.flatMap(({ amenities }) => amenities.flatMap(({ nextFree }) => nextFree ?? [])).toSorted()[0];
  useEffect(() => {
    if (soonest) setChosen(before => before ?? dayAt(soonest));
  }, [soonest]);
  const { data: rows } = useRows<typeof utilityBooking>(
    BOOKINGS,
    { limit: 30, sort: 'startAt', filter: { status: { in: OPEN } } },
    BOOKED,
  );
  // Services of partners at home are ordered, not booked.
  const places = groups?.map(group => ({ ...group, amenities: group.amenities.filter(amenity => !amenity.partnerId) }));
  const hasPartners = groups?.some(({ amenities }) => amenities.some(amenity => amenity.partnerId)) ?? false;
  const names = new Map(
    groups?.flatMap(({ amenities }) => amenities.map(amenity => [amenity.id, amenity.name] as const)),
  );
  const next = rows?.find(({ endAt }) => endAt && Date.parse(endAt) > Date.now());
  return (
    <div className="stack">
      <HeadEnd>
        <Link to="/bookings">
          <Ticket size={20} aria-hidden />
          {t('amenities.bookings')}
        </Link>
      </HeadEnd>
      {next && (
        <Card>
          <Row
            to={`/bookings/${next.id}${hasPass(next) ? '_pass' : ''}`}
            start={<IconSquare icon={placeSign(names.get(next.utilityId) ?? '')} />}
            title={names.get(next.utilityId) ?? ''}
            detail={[
              dayAt(next.startAt) === today() ? t('home.today') : weekday(dayAt(next.startAt)),
              `${time(next.startAt)}\u00a0–\u00a0${time(next.endAt)}`,
            ].join(' · ')}
            end={
              hasPass(next) && (
                <span className="outline small">
                  <QrCode size={16} aria-hidden />
                  {t('amenities.pass')}
                </span>
              )
            }
            opens={!hasPass(next)}
          />
        </Card>
      )}
      <Waits names={names} />
      <DayStrip label={t('amenities.day')} day={day} onDay={setChosen} />
      {!groups && <Waiting error={error} />}
      {places?.map(group => (
        <Bookable key={group.id} group={group} day={day} />
      ))}
      {hasPartners && (
        <Card>
          <Row
            to="/orders"
            start={<IconSquare icon={Zap} />}
            title={t('pages.orders')}
            detail={t('amenities.partners')}
            opens
          />
        </Card>
      )}
      <Suspense fallback={null}>
        <Calendars />
      </Suspense>
    </div>
  );
}

/** A group of amenities on a day: bookable ones with free times, others with their opening hours. */
function Bookable({ group, day }: { group: Group; day: string }) {
  const isBooked = group.amenities.some(({ type }) => type !== 'NO_RESERVATION');
  const { data } = useContract<typeof availableSlots>(
    '/utility-group/:id/available-slots',
    isBooked && { params: { id: group.id }, query: { startDateUsage: day } },
    [...BOOKED, 'AMENITY'],
  );
  return group.amenities.map(amenity => {
    const slots = data?.find(({ utilityId }) => utilityId === amenity.id)?.slots;
    return <Place key={amenity.id} of={amenity} group={group} slots={slots} day={day} />;
  });
}

interface PlaceProps {
  of: Amenity;
  group: Group;
  slots: readonly Slot[] | undefined;
  day: string;
}

/** An amenity: image with price, location, and times of the day. */
function Place({ of, group, slots, day }: PlaceProps) {
  const { id, name, type, photo, openToday } = of;
  const picture = photo ?? group.image;
  const hours = openToday.map(({ from, to }) => `${from} – ${to}`).join(', ');
  const coming = freeFirst(slots?.filter(({ state }) => state !== 'PAST') ?? []);
  return (
    <section className="card place" aria-label={name}>
      <Link to={`/amenities/${id}_${day}`}>
        <span className="picture">
          <img src={picture?.thumbUrl ?? picture?.url ?? sceneUrl(placeScene(`${name} ${group.name}`))} alt="" />
          <span className="price">{priceOf(of)}</span>
        </span>
        <span className="about">
          <b>{name}</b>
          <small>
            <Parts
              of={[group.name === name ? '' : group.name, hours || t('amenities.closed')].filter(Boolean).join(' · ')}
            />
          </small>
        </span>
      </Link>
      {type === 'NO_RESERVATION' && (
        <p className="about-end">
          <small>{t('amenities.free')}</small>
        </p>
      )}
      {type !== 'NO_RESERVATION' && (coming.length > 0 || !slots) && (
        <ul className="slots strip" aria-busy={!slots}>
          {!slots && COMING.map(n => <Blank key={n} />)}
          {coming.map(slot => (
            <li key={slot.from}>
              {slot.state === 'FREE' || slot.state === 'MINE' || slot.state === 'FULL' ? (
                <Link
                  to={`/amenities/${id}_${day}_${slot.from}`}
                  className={`slot${slot.state === 'FREE' ? '' : ' taken'}`}
                >
                  <b>{time(slot.from)}</b>
                  <small>{textOf(slot)}</small>
                </Link>
              ) : (
                <span className="slot taken">
                  <b>{time(slot.from)}</b>
                  <small>{textOf(slot)}</small>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Times that are on their way take the room of those that come. */
const COMING = [1, 2, 3, 4, 5];
const Blank = () => (
  <li aria-hidden>
    <span className="slot taken">
      <b>&nbsp;</b>
      <small>&nbsp;</small>
    </span>
  </li>
);

/** Price and its unit. */
const priceOf = ({ priceFrom, priceVaries, priceUnit }: Amenity): string =>
  priceFrom > 0
    ? t(priceVaries ? 'amenities.priceFrom' : 'amenities.priceFor', {
        amount: money(priceFrom),
        unit: t(`amenities.per.${priceUnit}`),
      })
    : t('amenities.gratis');

const textOf = ({ state, free }: Slot): string => {
  if (state === 'FREE') return t('amenities.left', { count: free });
  return t(state === 'FULL' ? 'amenities.full' : `amenities.states.${state}`);
};
