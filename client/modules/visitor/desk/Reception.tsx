import { visitor } from '@lobby/shared/modules/visitor.ts';
import { useAtomValue } from 'jotai';
import { CircleX, DoorOpen, Printer, ScanQrCode, Search, UserPlus, Users, WifiOff, X } from 'lucide-react';
import { type KeyboardEvent, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { now } from '../../../kit/http/clock.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { connectionAtom } from '../../../kit/live/connection.ts';
import { discard, useOutgoing } from '../../../kit/offline/outbox.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { DetailDrawer } from '../../../kit/ui/detail/drawer/DetailDrawer.tsx';
import { DrawerSkeleton } from '../../../kit/ui/detail/drawer/DrawerSkeleton.tsx';
import { navAlong } from '../../../kit/ui/detail/drawer/nav.ts';
import { useShortcuts } from '../../../kit/ui/keyboard.ts';
import { lazyPart } from '../../../kit/ui/layout/lazy-part.tsx';
import { usePhone } from '../../../kit/ui/layout/phone.ts';
import { DialogSkeleton } from '../../../kit/ui/overlay/DialogSkeleton.tsx';
import { Beside } from '../../../kit/ui/overlay/Drawer.tsx';
import { Toaster } from '../../../kit/ui/overlay/Toaster.tsx';
import { Banner } from '../../../kit/ui/states/Banner.tsx';
import { EmptyState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { useVisitDetail } from '../visit-detail.tsx';
import { VISITOR_FORM } from '../visitor-form.tsx';
import { doNext, LANE, lateBy, nextAct, useDesk, type Visit } from '../visits.ts';
import { WatchDialog } from '../watch/WatchDialog.tsx';
import { isWarnedOf } from '../watch/warned.ts';
import { useDeskChoice } from './choice.ts';
import { isPass, ScanDialog } from './ScanDialog.tsx';
import { type MakerProps, VisitMaker } from './VisitMaker.tsx';
import { VisitRow } from './VisitRow.tsx';

// A picture is sent at once, so that it is of no use without a network.
const PhotoDialog = lazyPart(async () => (await import('../pass/PhotoDialog.tsx')).PhotoDialog, DialogSkeleton);

const screenClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  minH: '100dvh',
  h: { md: '100dvh' },
  bg: 'bg',
  '& > header': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    px: '4',
    py: '3',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
  '& > footer': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    px: '4',
    py: '2',
    borderTopWidth: '1px',
    borderColor: 'border',
  },
  '& h1': { textStyle: 'lg', fontWeight: 'semibold' },
  '& time': {
    // Phones show the clock in the status bar.
    display: { base: 'none', md: 'block' },
    textStyle: 'xl',
    fontFamily: 'figures',
    ms: 'auto',
  },
});
const COLUMNS = ['expected', 'inside', 'left'] as const;
/** Delay in ms after which a closed dialog has restored the focus. */
const SETTLED_MS = 120;

const findClass = styleClass({ flex: '1 1 280px', maxW: '640px' });
/** Beside an open visit there may be room for two columns alone: those without it give way. */
const roomClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minW: '0',
  minH: '0',
  containerType: { md: 'inline-size' },
  '@container (max-width: 899px)': {
    '& [data-open=expected] > :last-child, & [data-open=inside] > :last-child, & [data-open=left] > :first-child': {
      display: 'none',
    },
  },
});
const columnsClass = styleClass({
  display: 'grid',
  // As many columns as the names leave room for.
  gridTemplateColumns: { base: '1fr', md: 'repeat(auto-fit, minmax(300px, 1fr))' },
  gridAutoRows: { lg: 'minmax(240px, 1fr)' },
  flex: '1',
  minH: '0',
  overflowY: { md: 'auto' },
  '& > section': {
    display: 'flex',
    flexDirection: 'column',
    minH: '0',
    borderInlineEndWidth: '1px',
    borderColor: 'border',
    overflowY: { lg: 'auto' },
  },
  '& > section > h2': {
    position: 'sticky',
    top: '0',
    zIndex: '1',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    bg: 'bg.subtle',
    px: { base: '3', lg: '5' },
    py: '2',
    minH: { lg: '14' },
    textStyle: { base: 'sm', lg: 'lg' },
    fontWeight: 'semibold',
    borderBottomWidth: '1px',
    borderColor: 'border',
    '& b': { textStyle: { lg: 'xl' }, fontFamily: 'figures' },
    '& small': { ms: 'auto', me: '4', textStyle: 'sm', fontWeight: 'normal', color: 'fg.muted' },
  },
  '& ul': { listStyle: 'none', m: '0', p: '0' },
});

function useClock(): number {
  const [at, setAt] = useState(now());
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return at;
}

/** Screen of a reception desk or gate: expected, present and departed visitors; one key checks in and out. */
export function Component() {
  const { t } = useTranslation(['visitor', 'shell', 'kit']);
  const { time } = useFormats();
  const navigate = useNavigate();
  const clock = useClock();
  const [typed, setTyped] = useState('');
  const [creating, setCreating] = useState<MakerProps['from'] | null>(null);
  const [at, setAt] = useState(0);
  const desk = useDesk(useDeferredValue(typed.trim()));
  const waiting = useOutgoing(LANE);
  const offline = useAtomValue(connectionAtom).state === 'offline';
  const phone = usePhone();
  const mayWrite = useCan(visitor.code, 'write');
  const mayAct = useCan(visitor.code, 'updateStatus');
  const { idUnitGroup = '' } = useParams();
  const places = useDeskChoice(idUnitGroup);
  const [scanning, setScanning] = useState<string | null>(null);
  const [photo, setPhotoOf] = useState<Visit | null>(null);
  const [warned, setWarned] = useState<Visit | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const detail = useVisitDetail();
  const find = useRef<HTMLInputElement>(null);
  const busy = scanning !== null || creating !== null || photo !== null || warned !== null || opened !== null;
  // The barcode scanner types into the focused element, so the search regains the focus after every action.
  useEffect(() => {
    if (busy) return;
    const timer = setTimeout(() => find.current?.focus({ preventScroll: true }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  // Digits typed by the scanner while no text field has the focus go into the search too.
  useEffect(() => {
    if (busy) return;
    const catchDigit = (event: globalThis.KeyboardEvent) => {
      if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      const takesText = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
      if (!takesText) find.current?.focus({ preventScroll: true });
    };
    window.addEventListener('keydown', catchDigit, true);
    return () => window.removeEventListener('keydown', catchDigit, true);
  }, [busy]);
  // The column of the opened visit.
  const openedIn = COLUMNS.find(name => desk[name].some(({ id }) => id === opened));
  const todo = useMemo(() => [...desk.expected, ...desk.inside], [desk]);
  const shown = [...todo, ...desk.left].map(({ id }) => id);
  const chosen = todo[Math.min(at, todo.length - 1)];
  const unsent = new Set(waiting.flatMap(({ act, state }) => (act && state !== 'failed' ? [act.id] : [])));
  const refused = waiting.filter(({ state }) => state === 'failed');
  useShortcuts('global', { visit: () => setCreating('form'), guests: () => setCreating('guests') });
  const next = (visit: Visit) => (isWarnedOf(visit) ? setWarned(visit) : doNext(visit));
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) setAt(Math.max(0, Math.min(todo.length - 1, at + by)));
    else if (event.key === 'Enter' && isPass(typed.trim()) && !offline) setScanning(typed.trim());
    else if (event.key === 'Enter' && chosen && nextAct(chosen)) next(chosen);
    else if (event.key === 'Escape') setTyped('');
    else return;
    event.preventDefault();
  }
  const column = (key: (typeof COLUMNS)[number], visits: readonly Visit[]) => {
    // Named apart, so that the count is that of the tab of the same name.
    const unapproved = visits.filter(({ status }) => status === 'WAITING').length;
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
      <section key={key} aria-label={t(`tabs.${key}`)} tabIndex={0}>
        <h2>
          <span>{t(`tabs.${key}`)}</span>
          {unapproved > 0 && (
            <small>
              {t('tabs.waiting')} {unapproved}
            </small>
          )}
          <b>{visits.length - unapproved}</b>
        </h2>
        {!desk.ready && visits.length === 0 ? (
          <SkeletonRows />
        ) : visits.length === 0 ? (
          <EmptyState icon={DoorOpen} title={t('reception.nobody')} />
        ) : (
          <ul>
            {visits.map(visit => (
              <VisitRow
                key={visit.id}
                visit={visit}
                chosen={visit.id === chosen?.id}
                waits={unsent.has(visit.id)}
                late={lateBy(visit, clock) > 0}
                onOpen={() => setOpened(visit.id)}
                onAct={() => next(visit)}
                onPhoto={mayAct && !offline ? () => setPhotoOf(visit) : null}
              />
            ))}
          </ul>
        )}
      </section>
    );
  };
  return (
    <main id="main" className={screenClass()}>
      <header>
        <h1>{t('reception.title')}</h1>
        <div className={findClass()}>
          <TextInput
            icon={Search}
            size="lg"
            ref={find}
            autoFocus
            autoComplete="off"
            aria-label={t('reception.find')}
            placeholder={t('reception.find')}
            value={typed}
            onChange={event => {
              setTyped(event.target.value);
              setAt(0);
            }}
            onKeyDown={press}
          />
        </div>
        {places.desks.length > 0 && (
          <div>
            <Select
              size="lg"
              aria-label={t('reception.desk')}
              placeholder={t('reception.desk')}
              choices={places.desks.map(name => ({ value: name, label: name }))}
              value={places.chosen}
              onChange={event => places.choose(event.target.value || null)}
            />
          </div>
        )}
        <Button size="lg" icon={ScanQrCode} onClick={() => setScanning('')}>
          {t('scan.open')}
        </Button>
        <Button size="lg" look="ghost" icon={X} onClick={() => void navigate('../access-management')}>
          {t('reception.close')}
        </Button>
        <time>{time(clock)}</time>
      </header>
      {offline && (
        <Banner tone="waiting" icon={WifiOff} title={t('shell:offline.title')}>
          {t('reception.offline', { count: unsent.size })}
        </Banner>
      )}
      {refused.map(entry => (
        <Banner
          key={entry.key}
          tone="bad"
          icon={CircleX}
          title={t('reception.refused')}
          action={{ label: t('reception.seen'), onAct: () => discard(LANE, entry.key) }}
        >
          {entry.error?.message ?? ''}
        </Banner>
      ))}
      <Beside
        drawer={
          opened && (
            <Suspense fallback={<DrawerSkeleton nav={navAlong(shown, opened, setOpened)} />}>
              <DetailDrawer
                {...detail}
                definition={visitor}
                id={opened}
                nav={navAlong(shown, opened, setOpened)}
                form={VISITOR_FORM}
              />
            </Suspense>
          )
        }
      >
        <div className={roomClass()}>
          <div className={columnsClass()} data-open={openedIn}>
            {column('expected', desk.expected)}
            {column('inside', desk.inside)}
            {column('left', desk.left)}
          </div>
        </div>
      </Beside>
      <footer>
        {mayWrite && (
          <Button size="lg" icon={UserPlus} keys={phone ? undefined : 'Shift F1'} onClick={() => setCreating('form')}>
            {t('actions.create')}
          </Button>
        )}
        <Button
          size="lg"
          icon={Users}
          keys={phone ? undefined : 'Shift F2'}
          onClick={() => (mayWrite ? setCreating('guests') : void navigate('../access-management?part=guests'))}
        >
          {t('reception.guests')}
        </Button>
        <Button
          size="lg"
          icon={Printer}
          // Offline the screen itself is printed as the list.
          onClick={() => (offline ? window.print() : void navigate(`/print/${idUnitGroup}/evacuation`))}
        >
          {t('reception.print')}
        </Button>
      </footer>
      <Toaster />
      {scanning !== null && (
        <ScanDialog
          code={scanning}
          onClose={() => {
            setScanning(null);
            setTyped('');
          }}
          onPass={passCode => {
            // The visit of the pass becomes the only search result, ready for check-in or check-out by one key.
            setTyped(passCode);
            setAt(0);
            setScanning(null);
          }}
        />
      )}
      {warned && (
        <WatchDialog
          visit={warned}
          onLetIn={reason => {
            doNext(warned, { override: true, ...(reason && { reason }) });
            setWarned(null);
          }}
          onClose={() => setWarned(null)}
        />
      )}
      {photo && <PhotoDialog visit={photo} onClose={() => setPhotoOf(null)} />}
      {creating && mayWrite && <VisitMaker from={creating} onClose={() => setCreating(null)} />}
    </main>
  );
}
