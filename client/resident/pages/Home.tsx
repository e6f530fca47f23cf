import { call } from '../api.ts';
import { useReading } from '../live.ts';
import { Link } from '../parts.tsx';
import { useSession } from '../session.ts';
import { money, t, when } from '../words.ts';
import { Call, useContacts } from './Contacts.tsx';

export interface HomeCard {
  key: string;
  count: number;
  state: 'waits' | 'quiet';
  text: string;
  url: string;
}
export interface HomePage {
  owed: number;
  cards: HomeCard[];
  meeting: {
    id: string;
    name: string;
    startAt: string;
    venue: string | null;
    running: boolean;
    attendance: string | null;
    votes: number;
  } | null;
  told: { kind: 'news' | 'announcement'; id: string; title: string; at: string }[];
}

/** Modules whose events change the home. */
export const HOME_MODULES = [
  'HELP_DESK',
  'ACCESS_MANAGEMENT',
  'PARCEL',
  'BILL',
  'INVENTORY_TRANSFER_MANAGEMENT',
  'CONSTRUCTION_MANAGEMENT',
  'CARD_REGISTRATION_MANAGEMENT',
  'POLL',
  'MEMBER_COMMUNICATE',
  'AMENITIES_ORDERS',
  'NEWS',
  'ANNOUNCEMENT',
  'CONFERENCE',
];
/** What is done most: always there, with one line of how it stands. */
const TILES = ['guests', 'requests', 'bookings', 'moves'];
/** What is shown only while there is something. */
const LINES = ['chat', 'parcels', 'polls', 'works', 'cards', 'orders'];

/** What the household owes, what is under way, and what was told to it. */
export function Home() {
  const session = useSession();
  const { data, error } = useReading<HomePage>('/resident/home', HOME_MODULES);
  const hotline = useContacts().data?.hotline;
  if (!session) return null;
  const card = (key: string) => data?.cards.find(one => one.key === key);
  const bills = card('bills');
  return (
    <div className="stack">
      <p>{t('hello', { name: session.name })}</p>
      <New />
      {!data && <p className="muted">{error ? error.message || t('failed') : t('loading')}</p>}
      {data && bills && (
        <Link to="/bills" className="owed">
          <small>{t('home.owed')}</small>
          <strong>{money(data.owed)}</strong>
          <small>{bills.count > 0 ? `${bills.count} ${bills.text}` : t('home.paid')}</small>
        </Link>
      )}
      {data?.meeting && <Meeting of={data.meeting} />}
      {data && (
        <div className="cards">
          {TILES.map(key => (
            <Link key={key} to={`/${key}`}>
              <span>{t(`home.tiles.${key}`)}</span>
              <small className="muted">
                {card(key)?.count ? `${card(key)?.count} ${card(key)?.text}` : t('home.none')}
              </small>
            </Link>
          ))}
        </div>
      )}
      <ul className="list">
        {LINES.map(key => {
          const one = card(key);
          return one && one.count > 0 ? (
            <li key={key}>
              <Link to={one.url} className="item">
                <div>
                  <p>{t(`pages.${key}`)}</p>
                </div>
                <span className="tag" data-tone="waiting">
                  {one.count} {one.text}
                </span>
              </Link>
            </li>
          ) : null;
        })}
      </ul>
      {hotline && <Call name={t('contacts.call')} phone={hotline} />}
      {data && data.told.length > 0 && (
        <section>
          <h2>{t('home.told')}</h2>
          <ul className="list">
            {data.told.map(({ kind, id, title, at }) => (
              <li key={id}>
                <Link to={`/${kind === 'news' ? 'news' : 'announcements'}/${id}`} className="item">
                  <div>
                    <p>{title}</p>
                    <small>
                      {t(`home.kinds.${kind}`)} · {when(at)}
                    </small>
                  </div>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The owners' meeting that comes or goes on: when, where, what the home has answered, and whether it may vote now. */
function Meeting({ of }: { of: NonNullable<HomePage['meeting']> }) {
  const { id, name, startAt, venue, running, attendance, votes } = of;
  const asks = attendance === 'NOT_ANSWERED' && !running;
  return (
    <Link to={`/meetings/${id}`} className="card">
      <small>{t(running ? 'meetings.running' : 'meetings.coming')}</small>
      <strong>{name}</strong>
      <span>{t('meetings.when', { at: when(startAt), venue: venue ?? '' })}</span>
      {votes > 0 && <span className="tag">{t('meetings.voteNow')}</span>}
      {asks && <span className="tag">{t('meetings.answerNow')}</span>}
      {attendance && !asks && votes === 0 && (
        <span className="tag" data-tone={attendance === 'NOT_ATTEND' ? undefined : 'done'}>
          {t(`meetings.short.${attendance}`)}
        </span>
      )}
    </Link>
  );
}

interface Told {
  entries: { id: string; title: string; text: string; screen: string | null }[];
  banner: { id: string } | null;
}

/** What is new in the app: one card, closed once. */
function New() {
  const { data, again } = useReading<Told>('/whats-new?limit=100');
  const told = data?.entries.find(one => one.id === data.banner?.id);
  if (!told) return null;
  const close = async () => {
    await call('/whats-new/seen', { method: 'PUT', body: { upTo: told.id } }).catch(() => undefined);
    again();
  };
  return (
    <section className="item" aria-label={t('home.new')}>
      <div>
        <p>{told.title}</p>
        <small>{told.text}</small>
        {told.screen && <Link to={`/${told.screen}`}>{t('home.see')}</Link>}
      </div>
      <button type="button" className="quiet" onClick={() => void close()}>
        {t('home.close')}
      </button>
    </section>
  );
}
