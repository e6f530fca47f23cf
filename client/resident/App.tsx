import { Bell, DoorOpen, Ellipsis, House, MessagesSquare, ReceiptText } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useConnected, useEvents, useReading } from './live.ts';
import { flush } from './outbox.ts';
import { HOME_MODULES, Home, type HomePage } from './pages/Home.tsx';
import { SignIn } from './pages/SignIn.tsx';
import { Link } from './parts.tsx';
import { go, usePath } from './path.ts';
import { renewPush } from './push.ts';
import { useReadOnOpen } from './read.ts';
import { choose, resume, useSession } from './session.ts';
import { t, useWording } from './words.ts';
import { takeUpdate, useUpdate } from './worker.ts';

const page = (load: () => Promise<{ Page: ComponentType<{ id: string | undefined }> }>) =>
  lazy(async () => ({ default: (await load()).Page }));

/** Every page of the app beside its home, by the first part of its address; a further module adds a line. */
const PAGES: Readonly<Record<string, ComponentType<{ id: string | undefined }>>> = {
  chat: page(() => import('./pages/Chat.tsx')),
  requests: page(() => import('./pages/Requests.tsx')),
  guests: page(() => import('./pages/Guests.tsx')),
  bills: page(() => import('./pages/Fees.tsx')),
  payments: page(() => import('./pages/Payments.tsx')),
  moves: page(() => import('./pages/Moves.tsx')),
  works: page(() => import('./pages/Works.tsx')),
  cards: page(() => import('./pages/Cards.tsx')),
  parcels: page(() => import('./pages/Parcels.tsx')),
  announcements: page(() => import('./pages/Announcements.tsx')),
  news: page(() => import('./pages/News.tsx')),
  amenities: page(() => import('./pages/Amenities.tsx')),
  bookings: page(() => import('./pages/Bookings.tsx')),
  orders: page(() => import('./pages/Services.tsx')),
  polls: page(() => import('./pages/Polls.tsx')),
  notifications: page(() => import('./pages/Told.tsx')),
  meetings: page(() => import('./pages/Meetings.tsx')),
  handover: page(() => import('./pages/Handover.tsx')),
  documents: page(() => import('./pages/Documents.tsx')),
  contacts: page(() => import('./pages/Contacts.tsx')),
  profile: page(() => import('./pages/Profile.tsx')),
  more: page(() => import('./pages/More.tsx')),
};
/** Pages that a signed link opens without a sign-in: the link stands behind the `#`. */
const GUEST_PAGES: Readonly<Record<string, ComponentType<{ token: string }>>> = {
  q: lazy(async () => ({ default: (await import('./pages/Thing.tsx')).Page })),
  order: lazy(async () => ({ default: (await import('./pages/Order.tsx')).Page })),
  hall: lazy(async () => ({ default: (await import('./pages/Hall.tsx')).Page })),
};
const BAR = { home: House, bills: ReceiptText, chat: MessagesSquare, guests: DoorOpen, more: Ellipsis } as const;

/** Opened by a link, without signing in. */
const GuestPass = lazy(async () => ({ default: (await import('./pages/GuestPass.tsx')).Page }));

/** The residents' app: who is signed in, the page of the address, and the ways between them. */
export function App() {
  const [name] = usePath();
  if (name !== 'pass') return <Resident />;
  return (
    <Suspense fallback={null}>
      <GuestPass />
    </Suspense>
  );
}

function Resident() {
  const session = useSession();
  const [ready, setReady] = useState(false);
  const [first = ''] = usePath();
  const Guest = GUEST_PAGES[first];
  useEffect(() => {
    if (!Guest) void resume().finally(() => setReady(true));
  }, [Guest]);
  if (Guest)
    return (
      <Suspense fallback={null}>
        <Guest token={location.hash.slice(1)} />
      </Suspense>
    );
  if (!ready) return null;
  if (!session) return <SignIn />;
  return <Inside key={session.home.unitId} />;
}

/** How much waits behind a tab. */
const Waiting = ({ count }: { count: number }) => (count > 0 ? <b>{count > 99 ? '99+' : count}</b> : null);

/** The home that is looked at, and the others of whoever has several. */
function Units() {
  const session = useSession();
  if (!session) return null;
  const { home, homes } = session;
  if (homes.length < 2) return <strong>{home.unitCode}</strong>;
  return (
    <select aria-label={t('unit')} value={home.unitId} onChange={event => choose(event.target.value)}>
      {homes.map(({ unitId, unitCode }) => (
        <option key={unitId} value={unitId}>
          {unitCode}
        </option>
      ))}
    </select>
  );
}

/** A path that the app does not have. */
function Lost() {
  return (
    <div className="stack">
      <p>{t('lost')}</p>
      <Link to="/">{t('pages.home')}</Link>
    </div>
  );
}

function Inside() {
  const [name = 'home', id] = usePath();
  const on = useConnected();
  const newer = useUpdate();
  useReadOnOpen(id);
  useWording();
  const residentId = useSession()?.home.residentId ?? '';
  useEffect(() => {
    const renew = () => void renewPush(residentId).catch(() => null);
    const hear = ({ data }: MessageEvent<{ type?: string } | undefined>) => void (data?.type === 'renew' && renew());
    renew();
    navigator.serviceWorker?.addEventListener('message', hear);
    return () => navigator.serviceWorker?.removeEventListener('message', hear);
  }, [residentId]);
  useEvents(event => {
    if (event === null) void flush();
  });
  const told = useReading<Record<string, number>>('/histories/count-badges', ['NOTIFICATION']).data?.NOTIFICATION ?? 0;
  const waits = useReading<HomePage>('/resident/home', HOME_MODULES).data?.cards ?? [];
  const Shown = PAGES[name];
  let content: ReactNode = name === 'home' ? <Home /> : <Lost />;
  if (Shown) content = <Shown key={id ?? ''} id={id} />;
  useEffect(() => {
    document.title = t(`pages.${Shown ? name : 'home'}`);
  }, [name, Shown]);
  return (
    <div className="app">
      <header>
        {id && (
          <button type="button" className="quiet" onClick={() => go(`/${name}`)}>
            {t('back')}
          </button>
        )}
        <h1>{t(`pages.${Shown ? name : 'home'}`)}</h1>
        <Units />
        <Link to="/notifications" className="bell">
          <Bell size={20} aria-hidden />
          <span className="hidden">{t('pages.notifications')}</span>
          {told > 0 && <b>{told > 99 ? '99+' : told}</b>}
        </Link>
      </header>
      <main>
        {!on && <p className="bar">{t('offline')}</p>}
        {newer && (
          <p className="bar">
            {t('update.ready')}{' '}
            <button type="button" className="quiet" onClick={takeUpdate}>
              {t('update.take')}
            </button>
          </p>
        )}
        <Suspense fallback={null}>{content}</Suspense>
      </main>
      <nav aria-label={t('menu')}>
        {Object.entries(BAR).map(([one, Icon]) => (
          <Link key={one} to={one === 'home' ? '/' : `/${one}`} current={one === (Shown ? name : 'home')}>
            <Icon size={20} aria-hidden />
            {t(`bar.${one}`)}
            <Waiting count={waits.find(({ key }) => key === one)?.count ?? 0} />
          </Link>
        ))}
      </nav>
    </div>
  );
}
