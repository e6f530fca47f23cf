import type { residentHome } from '@lobby/shared/modules/resident.contract.ts';
import { Bell, ChevronDown, DoorOpen, Ellipsis, House, MessagesSquare, ReceiptText } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { brand } from './brand.ts';
import { useContract } from './data/contract.ts';
import { useConnected, useEvents, useReading } from './data/live.ts';
import { flush } from './data/outbox.ts';
import { renewPush } from './data/push.ts';
import { useReadOnOpen } from './data/read.ts';
import { choose, resume, useSession } from './data/session.ts';
import { HOME_MODULES } from './home.ts';
import { AppHead, Heads, type Title } from './parts/head.tsx';
import { Link } from './parts/parts.tsx';
import { go, usePath } from './path.ts';
import { t, useWording } from './words.ts';
import { takeUpdate, useUpdate } from './worker.ts';

const page = (load: () => Promise<{ Page: ComponentType<{ id: string | undefined }> }>) =>
  lazy(async () => ({ default: (await load()).Page }));

// Only for residents with several homes.
const Options = lazy(async () => ({ default: (await import('./parts/Choice.tsx')).Options }));
const SignIn = lazy(async () => ({ default: (await import('./pages/account/SignIn.tsx')).SignIn }));
const loadHome = () => import('./pages/Home.tsx');
const Home = page(loadHome);
// Most sessions start there, so it loads while the session is restored.
if (/^\/resident\/?$/.test(location.pathname)) void loadHome().catch(() => null);

/** Pages besides the home page, by first part of the path; a new module adds a line. */
const PAGES: Readonly<Record<string, ComponentType<{ id: string | undefined }>>> = {
  chat: page(() => import('./pages/requests/Chat.tsx')),
  requests: page(() => import('./pages/requests/Requests.tsx')),
  guests: page(() => import('./pages/reception/Guests.tsx')),
  bills: page(() => import('./pages/fees/Fees.tsx')),
  charged: page(() => import('./pages/fees/Charged.tsx')),
  payments: page(() => import('./pages/fees/Payments.tsx')),
  papers: page(() => import('./pages/fees/Paper.tsx')),
  ways: page(() => import('./pages/fees/Ways.tsx')),
  deposits: page(() => import('./pages/fees/Deposits.tsx')),
  comparisons: page(() => import('./pages/fees/Comparisons.tsx')),
  moves: page(() => import('./pages/reception/Moves.tsx')),
  works: page(() => import('./pages/reception/Works.tsx')),
  cards: page(() => import('./pages/reception/Cards.tsx')),
  parcels: page(() => import('./pages/reception/Parcels.tsx')),
  announcements: page(() => import('./pages/Announcements.tsx')),
  news: page(() => import('./pages/News.tsx')),
  amenities: page(() => import('./pages/amenities/Amenities.tsx')),
  bookings: page(() => import('./pages/amenities/Bookings.tsx')),
  orders: page(() => import('./pages/services/Services.tsx')),
  polls: page(() => import('./pages/Polls.tsx')),
  notifications: page(() => import('./pages/Notifications.tsx')),
  meetings: page(() => import('./pages/meetings/Meetings.tsx')),
  handover: page(() => import('./pages/handover/Handover.tsx')),
  documents: page(() => import('./pages/Documents.tsx')),
  contacts: page(() => import('./pages/Contacts.tsx')),
  profile: page(() => import('./pages/account/Profile.tsx')),
  more: page(() => import('./pages/More.tsx')),
};
/** Pages that a signed link opens without signing in; the token follows the `#`. */
const GUEST_PAGES: Readonly<Record<string, ComponentType<{ token: string }>>> = {
  q: lazy(async () => ({ default: (await import('./pages/Thing.tsx')).Page })),
  order: lazy(async () => ({ default: (await import('./pages/services/Order.tsx')).Page })),
  hall: lazy(async () => ({ default: (await import('./pages/meetings/Hall.tsx')).Page })),
};
/** Pages whose former names still occur in old mails. */
const RENAMED: Readonly<Record<string, string>> = { fees: '/bills' };
/** Paths of this app that lead to the common sign-in pages. */
const DOORS: Readonly<Record<string, string>> = {
  forgot: '/password/forgot',
  'set-password': '/password/set-new-password',
  activate: '/password/set-new-password',
};
/** Pages shown without the tab bar, until they are left. */
const PUSHED: readonly string[] = ['bills', 'chat', 'requests'];
/** Targets of the back arrow for pages that are not reached from the "more" page. */
const PARENTS: Readonly<Record<string, string>> = {
  notifications: '/',
  payments: '/bills',
  papers: '/bills/paid',
  ways: '/bills',
  deposits: '/bills',
  comparisons: '/bills',
  bookings: '/amenities',
};
const BAR = { home: House, bills: ReceiptText, chat: MessagesSquare, guests: DoorOpen, more: Ellipsis } as const;

const tabOf = (name: string): string => {
  if (name in BAR) return name;
  return ['payments', 'papers', 'ways', 'deposits', 'comparisons'].includes(name) ? 'bills' : 'more';
};

/** Opened by a link, without signing in. */
const GuestPass = lazy(async () => ({ default: (await import('./pages/reception/GuestPass.tsx')).Page }));

/** Root of the residents' app: session, current page and navigation. */
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
  const door = DOORS[first];
  // Signed-in residents do not see the sign-in page.
  const isIn = session !== null && first === 'login';
  useEffect(() => {
    if (isIn) go('/', 'replace');
    if (RENAMED[first]) go(RENAMED[first], 'replace');
    if (!door) return;
    const search = new URLSearchParams(location.search);
    search.set('for', 'resident');
    location.replace(`${door}?${search}${location.hash}`);
  }, [door, isIn, first]);
  useEffect(() => {
    if (!Guest) void resume().finally(() => setReady(true));
  }, [Guest]);
  if (Guest)
    return (
      <Suspense fallback={null}>
        <Guest token={location.hash.slice(1)} />
      </Suspense>
    );
  if (!ready || door || isIn) return null;
  if (!session)
    return (
      <Suspense fallback={null}>
        <SignIn />
      </Suspense>
    );
  return <Inside key={session.home.unitId} />;
}

/** Badge of a tab or of the bell. */
const Waiting = ({ count }: { count: number }) => (count > 0 ? <b>{count > 99 ? '99+' : count}</b> : null);

/** Header of the home page: the current home, and a switch for residents with several. */
function HomeHead({ told }: { told: number }) {
  const session = useSession();
  const [picking, setPicking] = useState(false);
  if (!session) return null;
  const { home, homes, name } = session;
  const unit = <strong>{t('unitCode', { code: home.unitCode })}</strong>;
  return (
    <header>
      {brand.logo ? (
        <img className="logo" src={brand.logo} alt="" />
      ) : (
        <span className="logo">
          <House size={20} aria-hidden />
        </span>
      )}
      <div className="says">
        <h1 className="hidden">{t('pages.home')}</h1>
        {homes.length < 2 ? (
          unit
        ) : (
          <button type="button" className="unit" aria-haspopup="dialog" onClick={() => setPicking(true)}>
            {unit}
            <ChevronDown size={16} strokeWidth={2.4} aria-hidden />
          </button>
        )}
        <small>{[name, home.projectName].filter(Boolean).join(' · ')}</small>
      </div>
      <Link to="/notifications" className="icon bell">
        <Bell size={24} strokeWidth={1.75} aria-hidden />
        <span className="hidden">{t('pages.notifications')}</span>
        <Waiting count={told} />
      </Link>
      {picking && (
        <Suspense fallback={null}>
          <Options
            label={t('chooseHome')}
            value={home.unitId}
            options={homes.map(({ unitId, unitCode, projectName }) => ({
              value: unitId,
              text: t('unitCode', { code: unitCode }),
              detail: projectName,
            }))}
            onChange={choose}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </header>
  );
}

/** Page for unknown paths. */
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
  const [title, setTitle] = useState<Title | null>(null);
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const heads = useMemo(() => ({ setTitle, end }), [end]);
  useReadOnOpen(name, id);
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
  const unread =
    useReading<Record<string, number>>('/histories/count-badges', ['NOTIFICATION']).data?.NOTIFICATION ?? 0;
  const waits = useContract<typeof residentHome>('/resident/home', {}, HOME_MODULES).data?.cards ?? [];
  const Shown = PAGES[name];
  let content: ReactNode = name === 'home' ? <Home id={undefined} /> : <Lost />;
  if (Shown) content = <Shown key={id ?? ''} id={id} />;
  useEffect(() => {
    document.title = t(`pages.${Shown ? name : 'home'}`);
  }, [name, Shown]);
  const parent = name in PARENTS ? PARENTS[name] : '/more';
  const gone = name === 'bills' && id === 'pay' ? undefined : id;
  const back = gone ? (name === 'payments' ? '/bills' : `/${name}`) : name in BAR ? undefined : parent;
  return (
    <Heads value={heads}>
      <div className="app">
        {name === 'home' || !Shown ? (
          <HomeHead told={unread} />
        ) : (
          <AppHead
            name={t(`pages.${name}`)}
            title={title}
            back={back}
            closes={name === 'requests' && id?.startsWith('new')}
            onEnd={setEnd}
          />
        )}
        <main>
          {!on && <p className="bar">{t('offline')}</p>}
          {newer && (
            <p className="bar">
              {t('update.ready')}{' '}
              <button type="button" className="text" onClick={takeUpdate}>
                {t('update.take')}
              </button>
            </p>
          )}
          <Suspense fallback={null}>{content}</Suspense>
        </main>
        {!(gone && PUSHED.includes(name)) && (
          <nav aria-label={t('menu')}>
            {Object.entries(BAR).map(([tab, Icon]) => (
              <Link key={tab} to={tab === 'home' ? '/' : `/${tab}`} current={tab === tabOf(Shown ? name : 'home')}>
                <Icon size={24} strokeWidth={1.75} aria-hidden />
                {t(`bar.${tab}`)}
                {tab === 'chat' && <Waiting count={waits.find(({ key }) => key === tab)?.count ?? 0} />}
              </Link>
            ))}
          </nav>
        )}
      </div>
    </Heads>
  );
}
