import {
  CalendarCheck,
  CircleParking,
  Dumbbell,
  Flame,
  type LucideIcon,
  Music,
  PartyPopper,
  Sparkles,
  Ticket,
  Trees,
  Volleyball,
  Waves,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { BOOKED, BOOKINGS, today } from '../bookings.ts';
import { Card, IconSquare, Row } from '../cards.tsx';
import { DayStrip } from '../DayStrip.tsx';
import { HeadEnd } from '../head.tsx';
import { useReading } from '../live.ts';
import { Link, Waiting } from '../parts.tsx';
import { dayAt, money, t, time, weekday } from '../words.ts';
import { BookAmenity } from './BookAmenity.tsx';
import { Calendars } from './Calendars.tsx';
import { Door } from './Door.tsx';
import { Waits } from './Waits.tsx';

interface Picture {
  url: string;
  thumbUrl: string | null;
}
interface Amenity {
  id: string;
  name: string;
  type: string;
  photo: Picture | null;
  openToday: { from: string; to: string }[];
  priceFrom: number;
  nextFree?: string | null;
}
interface Group {
  id: string;
  name: string;
  image: Picture | null;
  amenities: Amenity[];
}
interface Slot {
  from: string;
  to: string;
  free: number;
  state: string;
}
interface Booked {
  id: string;
  utilityId: string;
  startAt: string;
  endAt: string;
  quantity: number;
  status: string;
}
const OPEN = ['PENDING', 'APPROVED', 'WAITING_FOR_COMPLETED'];
const OPEN_FILTER = OPEN.map(status => `&filter[status][]=${status}`).join('');

/** Signs of what people do there, by words of its name; where none fits, of any amenity. */
const SIGNS: readonly [RegExp, LucideIcon][] = [
  [/hồ bơi|bể bơi|pool|swim/i, Waves],
  [/gym|thể hình|fitness|yoga/i, Dumbbell],
  [/tennis|cầu lông|badminton|bóng|court|sân/i, Volleyball],
  [/bbq|nướng|grill/i, Flame],
  [/vườn|garden|công viên/i, Trees],
  [/karaoke|nhạc|music/i, Music],
  [/tiệc|party|sinh hoạt|cộng đồng|hall/i, PartyPopper],
  [/xe|parking/i, CircleParking],
  [/spa|xông/i, Sparkles],
];
const signOf = (name: string): LucideIcon => SIGNS.find(([words]) => words.test(name))?.[1] ?? CalendarCheck;

/** What the unit may use and has booked: `door-<amenity>.<code>` what hangs at a door, `<amenity>_<day>` what is chosen there. */
export function Page({ id }: { id: string | undefined }) {
  if (id?.startsWith('door-')) return <Door text={id.slice('door-'.length)} />;
  const [amenity, day, from] = id?.split('_') ?? [];
  return amenity ? <BookAmenity id={amenity} day={day} from={from} /> : <Amenities />;
}

function Amenities() {
  const [chosen, setChosen] = useState<string | null>(null);
  const day = chosen ?? today();
  const { data: groups, error } = useReading<Group[]>(`/utility-group/booking?nextFree=1&date=${day}`, ['AMENITY']);
  // It opens on the first day on which something can be booked.
  const soonest = groups?.flatMap(({ amenities }) => amenities.flatMap(({ nextFree }) => nextFree ?? [])).toSorted()[0];
  useEffect(() => {
    if (soonest) setChosen(before => before ?? dayAt(soonest));
  }, [soonest]);
  const { data: rows } = useReading<Booked[]>(`${BOOKINGS}?limit=30&sort=startAt${OPEN_FILTER}`, BOOKED);
  const names = new Map(groups?.flatMap(({ amenities }) => amenities.map(one => [one.id, one.name] as const)));
  const next = rows?.find(({ endAt }) => Date.parse(endAt) > Date.now());
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
            to={`/bookings/${next.id}`}
            start={<IconSquare icon={signOf(names.get(next.utilityId) ?? '')} />}
            title={`${names.get(next.utilityId) ?? ''} ${time(next.startAt)} – ${time(next.endAt)}`}
            detail={[
              dayAt(next.startAt) === today() ? t('home.today') : weekday(dayAt(next.startAt)),
              t(`amenities.status.${next.status}`),
            ].join(' · ')}
            opens
          />
        </Card>
      )}
      <Waits names={names} />
      <DayStrip label={t('amenities.day')} day={day} onDay={setChosen} />
      {!groups && <Waiting error={error} />}
      {groups?.map(group => (
        <Bookable key={group.id} group={group} day={day} />
      ))}
      <Calendars />
    </div>
  );
}

/** A group by what is free in it on a day: what is booked has times to tap, what is not its hours. */
function Bookable({ group, day }: { group: Group; day: string }) {
  const path = `/utility-group/${group.id}/available-slots?startDateUsage=${day}`;
  const isBooked = group.amenities.some(({ type }) => type !== 'NO_RESERVATION');
  const { data } = useReading<{ utilityId: string; slots: Slot[] }[]>(isBooked ? path : null, [...BOOKED, 'AMENITY']);
  return group.amenities.map(one => {
    const slots = data?.find(({ utilityId }) => utilityId === one.id)?.slots;
    return <Place key={one.id} of={one} group={group} slots={slots} day={day} />;
  });
}

interface PlaceProps {
  of: Amenity;
  group: Group;
  slots: readonly Slot[] | undefined;
  day: string;
}

/** An amenity: its picture with the price, where it is, and its times of the day. */
function Place({ of: { id, name, type, photo, openToday, priceFrom }, group, slots, day }: PlaceProps) {
  const picture = photo ?? group.image;
  const Sign = signOf(`${name} ${group.name}`);
  const hours = openToday.map(({ from, to }) => `${from} – ${to}`).join(', ');
  const coming = slots?.filter(({ state }) => state !== 'PAST') ?? [];
  return (
    <section className="card place" aria-label={name}>
      <Link to={`/amenities/${id}_${day}`}>
        <span className="picture" data-low={picture ? undefined : ''}>
          {picture ? (
            <img src={picture.thumbUrl ?? picture.url} alt="" />
          ) : (
            <Sign size={36} strokeWidth={1.25} aria-hidden />
          )}
          <span className="price">
            {priceFrom > 0 ? t('amenities.from', { amount: money(priceFrom) }) : t('amenities.gratis')}
          </span>
        </span>
        <span className="about">
          <b>{name}</b>
          <small>
            {[group.name === name ? '' : group.name, hours || t('amenities.closed')].filter(Boolean).join(' · ')}
          </small>
        </span>
      </Link>
      {type === 'NO_RESERVATION' ? (
        <p className="about-end">
          <small>{t('amenities.free')}</small>
        </p>
      ) : (
        coming.length > 0 && (
          <ul className="slots strip">
            {coming.map(slot => (
              <li key={slot.from}>
                {slot.state === 'FREE' || slot.state === 'MINE' || slot.state === 'FULL' ? (
                  <Link
                    to={`/amenities/${id}_${day}_${slot.from}`}
                    className={`slot${slot.state === 'FREE' ? '' : ' taken'}`}
                  >
                    <b>{time(slot.from)}</b>
                    <small>{said(slot)}</small>
                  </Link>
                ) : (
                  <span className="slot taken">
                    <b>{time(slot.from)}</b>
                    <small>{said(slot)}</small>
                  </span>
                )}
              </li>
            ))}
          </ul>
        )
      )}
    </section>
  );
}

const said = ({ state, free }: Slot): string => {
  if (state === 'FREE') return t('amenities.left', { count: free });
  return t(state === 'FULL' ? 'amenities.full' : `amenities.states.${state}`);
};
