import { BOOKED, BOOKINGS } from '../bookings.ts';
import { useReading } from '../live.ts';
import { Link, List } from '../parts.tsx';
import { t, when } from '../words.ts';
import { BookAmenity } from './BookAmenity.tsx';
import { Calendars } from './Calendars.tsx';
import { Door } from './Door.tsx';
import { Waits } from './Waits.tsx';

interface Group {
  id: string;
  name: string;
  amenities: { id: string; name: string; type: string }[];
}
interface Row {
  id: string;
  code: string;
  utilityId: string;
  startAt: string;
  status: string;
}

/** What the unit may use and has booked: `door-<amenity>.<code>` what hangs at a door. */
export function Page({ id }: { id: string | undefined }) {
  if (id?.startsWith('door-')) return <Door text={id.slice('door-'.length)} />;
  return id ? <BookAmenity id={id} /> : <Amenities />;
}

function Amenities() {
  const { data: groups, error } = useReading<Group[]>('/utility-group/booking', ['AMENITY']);
  const { data: rows } = useReading<Row[]>(`${BOOKINGS}?limit=30&sort=-startAt`, BOOKED);
  const names = new Map(groups?.flatMap(({ amenities }) => amenities.map(one => [one.id, one.name] as const)));
  return (
    <div className="stack">
      <h2>{t('amenities.own')}</h2>
      <List rows={rows} error={null} none={t('amenities.none')}>
        {row => (
          <Link to={`/bookings/${row.id}`} className="item">
            <div>
              <p>{names.get(row.utilityId) ?? row.code}</p>
              <small>{when(row.startAt)}</small>
            </div>
            <span className="tag">{t(`amenities.status.${row.status}`)}</span>
          </Link>
        )}
      </List>
      <Waits names={names} />
      <Calendars />
      {!groups && <p className="muted">{error ? error.message || t('failed') : t('loading')}</p>}
      {groups?.map(group => (
        <section key={group.id}>
          <h2>{group.name}</h2>
          <List rows={group.amenities} error={null} none="">
            {one => (
              <Link to={`/amenities/${one.id}`} className="item">
                <div>
                  <p>{one.name}</p>
                  <small>{t(one.type === 'NO_RESERVATION' ? 'amenities.free' : 'amenities.bookable')}</small>
                </div>
              </Link>
            )}
          </List>
        </section>
      ))}
    </div>
  );
}
