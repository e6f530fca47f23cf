import type { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { bookable } from '@lobby/shared/modules/utility-group.contract.ts';
import { BOOKED, BOOKING_TONES, BOOKINGS } from '../../bookings.ts';
import { useContract } from '../../data/contract.ts';
import { useRows } from '../../data/rows.ts';
import { IconSquare } from '../../parts/cards.tsx';
import { Link, List } from '../../parts/parts.tsx';
import { go } from '../../path.ts';
import { placeSign } from '../../place-signs.ts';
import { dayAt, shortWeekday, t, time } from '../../words.ts';
import { Booking } from './Booking.tsx';

const OPEN = { PENDING: true, APPROVED: true, WAITING_FOR_COMPLETED: true };

/** Bookings of the unit: list, or one. */
export const Page = ({ id }: { id: string | undefined }) => (id ? <Booking id={id} /> : <Bookings />);

function Bookings() {
  const { data: groups } = useContract<typeof bookable>('/utility-group/booking', {}, ['AMENITY']);
  const { data: rows, error } = useRows<typeof utilityBooking>(BOOKINGS, { limit: 50, sort: '-startAt' }, BOOKED);
  const names = new Map(groups?.flatMap(({ amenities }) => amenities.map(one => [one.id, one.name] as const)));
  return (
    <div className="stack">
      <button type="button" className="main" onClick={() => go('/amenities')}>
        {t('home.tiles.bookings')}
      </button>
      <List rows={rows} error={error} none={t('amenities.none')}>
        {row => (
          <Link to={`/bookings/${row.id}`} className="item">
            <IconSquare icon={placeSign(names.get(row.utilityId) ?? '')} quiet={!(row.status in OPEN)} />
            <div>
              <p>{names.get(row.utilityId) ?? row.code}</p>
              <small>
                {shortWeekday(dayAt(row.startAt))} · {time(row.startAt)} – {time(row.endAt)}
              </small>
            </div>
            <span className="tag" data-tone={BOOKING_TONES[row.status]}>
              {t(`amenities.status.${row.status}`)}
            </span>
          </Link>
        )}
      </List>
    </div>
  );
}
