import { useReading } from '../live.ts';
import { Labelled, Link } from '../parts.tsx';
import { choose, signOut, useSession } from '../session.ts';
import { t } from '../words.ts';

interface Counts {
  total: number;
  tabs: Readonly<Record<string, number>>;
}
interface Reading {
  roomId: string;
  unread: number;
}

/** What is open for the unit, and the ways to it. */
export function Home() {
  const session = useSession();
  const requests = useReading<Counts>('/pms/helpdesk/count-badges', ['HELP_DESK']).data;
  const guests = useReading<Counts>('/visitor/count-badges', ['ACCESS_MANAGEMENT']).data;
  const parcels = useReading<Counts>('/receive-package/count-badges', ['PARCEL']).data;
  const bills = useReading<Counts>('/bill/count-badges', ['BILL']).data;
  const moves = useReading<Counts>('/elevator-reservation/count-badges', ['INVENTORY_TRANSFER_MANAGEMENT']).data;
  const works = useReading<Counts>('/construction-registration/count-badges', ['CONSTRUCTION_MANAGEMENT']).data;
  const forms = useReading<Counts>('/card-registration/count-badges', ['CARD_REGISTRATION_MANAGEMENT']).data;
  const polls = useReading<Counts>('/poll/count-badges', ['POLL']).data;
  const rooms = useReading<{ id: string }[]>('/rooms?limit=20', ['MEMBER_COMMUNICATE']).data;
  const asked = rooms?.map(({ id }) => `roomIds[]=${id}`).join('&');
  const unread = useReading<Reading[]>(asked ? `/rooms/read-status?${asked}` : null, ['MEMBER_COMMUNICATE']).data;
  if (!session) return null;
  const tab = (counts: Counts | null, ...names: string[]) =>
    counts ? names.reduce((sum, name) => sum + (counts.tabs[name] ?? 0), 0) : null;
  const cards: [string, number | null][] = [
    ['chat', unread ? unread.reduce((sum, one) => sum + one.unread, 0) : rooms?.length === 0 ? 0 : null],
    ['requests', tab(requests, 'waiting', 'going')],
    ['guests', tab(guests, 'waiting', 'expected', 'inside')],
    ['bills', tab(bills, 'owed')],
    ['parcels', tab(parcels, 'waiting')],
    ['moves', tab(moves, 'waiting', 'running')],
    ['works', tab(works, 'waiting', 'running')],
    ['cards', tab(forms, 'waiting', 'running')],
    ['polls', tab(polls, 'open')],
  ];
  return (
    <div className="stack">
      <p>
        {t('hello', { name: session.name })} · <strong>{session.home.unitCode}</strong>
      </p>
      {session.homes.length > 1 && (
        <Labelled label={t('unit')}>
          <select value={session.home.unitId} onChange={event => choose(event.target.value)}>
            {session.homes.map(({ unitId, unitCode }) => (
              <option key={unitId} value={unitId}>
                {unitCode}
              </option>
            ))}
          </select>
        </Labelled>
      )}
      <div className="cards">
        {cards.map(([name, count]) => (
          <Link key={name} to={`/${name}`}>
            <span>{t(`pages.${name}`)}</span>
            <strong>{count ?? '–'}</strong>
            <small className="muted">{t(`cards.${name}`)}</small>
          </Link>
        ))}
        <Link to="/amenities">
          <span>{t('pages.amenities')}</span>
          <small className="muted">{t('cards.amenities')}</small>
        </Link>
        <Link to="/orders">
          <span>{t('pages.orders')}</span>
          <small className="muted">{t('cards.orders')}</small>
        </Link>
        {['announcements', 'news'].map(name => (
          <Link key={name} to={`/${name}`}>
            <span>{t(`pages.${name}`)}</span>
            <small className="muted">{t(`cards.${name}`)}</small>
          </Link>
        ))}
      </div>
      <button type="button" className="quiet" onClick={() => void signOut()}>
        {t('signOut')}
      </button>
    </div>
  );
}
