import type { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { bookable } from '@lobby/shared/modules/utility-group.contract.ts';
import { BOOKED, BOOKING_TONES, BOOKINGS, today } from '../../bookings.ts';
import { useContract } from '../../data/contract.ts';
import { type SeenRow, useRows } from '../../data/rows.ts';
import { IconSquare } from '../../parts/cards.tsx';
import { Link, List } from '../../parts/parts.tsx';
import { go } from '../../path.ts';
import { placeSign } from '../../place-signs.ts';
import { dayAt, shortWeekday, t, time } from '../../words.ts';
import { Booking } from './Booking.tsx';

type Row = SeenRow<typeof utilityBooking>;

const OPEN = { PENDING: true, APPROVED: true, WAITING_FOR_COMPLETED: true };

/** Bookings of the unit: list, or one. */
export const Page = ({ id }: { id: string | undefined }) => (id ? <Booking id={id} /> : <Bookings />);

function Bookings() {
  const { data: groups } = useContract<typeof bookable>('/utility-group/booking', {}, ['AMENITY']);
  const { data: rows, error } = useRows<typeof utilityBooking>(BOOKINGS, { limit: 50, sort: '-startAt' }, BOOKED);
  const names = new Map(
    groups?.flatMap(({ amenities }) => amenities.map(amenity => [amenity.id, amenity.name] as const)),
  );
  const parts = partsOf(rows ?? []);
  return (
    <div className="stack">
      <button type="button" className="main" onClick={() => go('/amenities')}>
        {t('home.tiles.bookings')}
      </button>
      {parts.length === 0 && (
        <List rows={rows} error={error} none={t('amenities.none')}>
          {() => null}
        </List>
      )}
      {parts.map(([key, of]) => (
        <section key={key} className="stack">
          <h2>{t(key)}</h2>
          <List rows={of} error={null} none="">
            {row => <BookingLine row={row} name={names.get(row.utilityId)} />}
          </List>
        </section>
      ))}
    </div>
  );
}

/** Open bookings of today, then those to come, soonest first, then all others. */
function partsOf(rows: readonly Row[]): [title: string, rows: Row[]][] {
  const now = today();
  const open = rows
    .filter(({ status }) => status in OPEN)
    .toSorted((a, b) => (a.startAt ?? '').localeCompare(b.startAt ?? ''));
  const begins = open.filter(({ startAt }) => dayAt(startAt) === now);
  const coming = open.filter(({ startAt }) => dayAt(startAt) > now);
  const parts: [title: string, rows: Row[]][] = [
    ['home.today', begins],
    ['amenities.coming', coming],
    ['amenities.past', rows.filter(row => !begins.includes(row) && !coming.includes(row))],
  ];
  return parts.filter(([, of]) => of.length > 0);
}

const BookingLine = ({ row, name }: { row: Row; name: string | undefined }) => (
  <Link to={`/bookings/${row.id}`} className="item">
    <IconSquare icon={placeSign(name ?? '')} quiet={!(row.status in OPEN)} />
    <div>
      <p>{name ?? row.code}</p>
      <small>
        {shortWeekday(dayAt(row.startAt))} · {time(row.startAt)} – {time(row.endAt)}
      </small>
    </div>
    <span className="tag" data-tone={BOOKING_TONES[row.status]}>
      {t(`amenities.status.${row.status}`)}
    </span>
  </Link>
);
