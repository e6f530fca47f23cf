import { weekdayOf } from '@lobby/shared/kit/dates.ts';
import type { Trade } from '@lobby/shared/kit/home.ts';
import { useAtomValue } from 'jotai';
import { Bookmark, Plus } from 'lucide-react';
import { type ReactNode, Suspense, use, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useFormats } from '../kit/i18n/formats.ts';
import { loadViews, viewsAtom } from '../kit/list/views.ts';
import { HasFailed } from '../kit/live/failed-reads.ts';
import { useCan } from '../kit/session/permissions.ts';
import { loadRecents, recentsAtom } from '../kit/session/recents.ts';
import { Button } from '../kit/ui/controls/Button.tsx';
import { StatStrip } from '../kit/ui/figures/StatStrip.tsx';
import { lazyPart } from '../kit/ui/layout/lazy-part.tsx';
import { PartSkeleton } from '../kit/ui/states/PartSkeleton.tsx';
import { today } from '../kit/ui/today.ts';
import {
  Buildings,
  Gathered,
  Income,
  Load,
  MonthPath,
  pageClass,
  paneClass,
  panesClass,
  SetUp,
  Today,
  useDebts,
  useFigures,
  useStats,
  useWaiting,
  WorkList,
  withDebts,
} from '../platform/home/index.ts';
import { ErrorPage } from '../shell/ErrorPage.tsx';
import { HomeSection } from '../shell/HomeSection.tsx';
import { entriesOf } from '../shell/menu/menu.ts';
import { useNamed } from '../shell/palette/found.ts';
import { useRecordLinks } from '../shell/palette/items.ts';
import { useViewLinks } from '../shell/palette/view-items.ts';
import { HomeSkeleton } from './HomeSkeleton.tsx';
import { useMenu } from './menu.ts';
import { useShifts } from './project/useShifts.ts';

/** Charts are loaded after texts and figures. */
const MoneyPane = lazyPart(async () => (await import('../modules/financial-reports/index.ts')).MoneyPane, PartSkeleton);

/** Main act of each trade: the screen's menu entry, and the definition whose word labels the button. */
const FIRST_ACT: Readonly<Record<Trade, { entry: string; entity: string | null; module: string } | null>> = {
  service: { entry: 'helpDesk', entity: 'ticket', module: 'HELP_DESK' },
  reception: { entry: 'visitors', entity: 'visitor', module: 'ACCESS_MANAGEMENT' },
  technician: { entry: 'tasks', entity: 'task', module: 'TASK' },
  accountant: { entry: 'payment', entity: null, module: 'PAYMENT' },
  manager: null,
};
/** Number of recently opened records shown. */
const RECENT = 5;

/** The home page: figures of the reader's trade, waiting work, and the day's calendar. */
export function Home() {
  // Texts of waiting work are loaded with it; until then placeholders are shown.
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <Day />
    </Suspense>
  );
}

function Day() {
  const { idUnitGroup: id = '' } = useParams();
  const { t } = useTranslation(['home', 'around']);
  const menu = useMenu(id);
  const { day } = useFormats();
  const { data: found } = useFigures(id);
  const waiting = useWaiting(id);
  const recent = useAtomValue(recentsAtom(id));
  const opened = useRecordLinks(id)(useNamed(id, recent)).slice(0, RECENT);
  const views = useViewLinks(id);
  const shifts = useShifts(id);
  const mayAddUp = useCan('HELP_DESK', 'aggregate');
  const mayReadReceipts = useCan('RECEIPT', 'read');
  const mayAddReceipts = useCan('RECEIPT', 'aggregate');
  const mayAddDebts = useCan('RECEIVABLE_REPORT', 'aggregate');
  const mayReadBills = useCan('BILL', 'read');
  const debts = useDebts(id, mayAddDebts && (found?.trade === 'accountant' || found?.trade === 'manager'));
  const stats = useStats(id, withDebts(found?.figures ?? [], debts), found?.trade === 'manager');
  // Work is shown without the figures, and figures without the work, if the server had no time for one of them.
  const failed = use(HasFailed);
  // Loads further sections after the first ones, so that the page fills from the top without jumping.
  const isLoaded = useAtomValue(viewsAtom(id)) !== null && waiting !== null && found !== null;
  useEffect(() => {
    void loadRecents(id);
    void loadViews(id);
  }, [id]);
  if (menu.length === 0) return <ErrorPage inside code={403} onHome={() => location.assign('/')} />;
  if (!failed && (!waiting || !found)) return <HomeSkeleton />;
  const trade = found?.trade;
  const soon = waiting?.filter(({ as }) => as === 'soon') ?? [];
  const screens = menu.flatMap(group =>
    group.entries.map(entry => ({ ...entry, icon: entry.icon ?? group.icon, note: group.label })),
  );
  // Readers without figures or work here get links to screens.
  const little = found !== null && stats.length === 0 && waiting?.length === 0;
  return (
    <div className={pageClass()} aria-busy={!isLoaded && !failed}>
      <header>
        <h1>{t('around:home')}</h1>
        <p>
          {t(`weekdays.${weekdayOf(today())}`)}, {day(today())}
        </p>
        <i />
        {trade && <FirstAct projectId={id} trade={trade} screens={entriesOf(menu)} />}
      </header>
      <StatStrip label={t('figuresOfToday')} stats={stats} />
      {found?.late && <p role="status">{t('figuresLate')}</p>}
      <div className={panesClass()}>
        <div>
          <SetUp projectId={id} />
          {trade === 'manager' && <Buildings />}
          {waiting && <WorkList projectId={id} waiting={waiting} />}
          {trade === 'accountant' && mayAddReceipts && <MoneyPane projectId={id} chart="income" debts={debts} />}
          {trade === 'accountant' && mayAddDebts && <MoneyPane projectId={id} chart="overdue" debts={debts} />}
          {little && <HomeSection title={t('around:screens')} lines={screens} />}
        </div>
        <div>
          {trade === 'accountant' && mayReadBills && <MonthPath projectId={id} />}
          <Today projectId={id} />
          {trade === 'accountant' && mayReadReceipts && <Income projectId={id} />}
          {soon.length > 0 && (
            <Pane title={t('groups.soon')}>
              {soon.map(item => (
                <li key={`${item.entity} ${item.wait}`}>
                  <Gathered projectId={id} of={item} plain />
                </li>
              ))}
            </Pane>
          )}
          {mayAddUp && (trade === 'service' || trade === 'manager') && <Load projectId={id} />}
          <HomeSection title={t('around:shifts')} lines={shifts} />
          <HomeSection title={t('around:recent')} lines={opened} />
          <HomeSection title={t('around:views.title')} lines={views.map(view => ({ ...view, icon: Bookmark }))} />
        </div>
      </div>
    </div>
  );
}

function Pane({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={paneClass()} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

interface FirstActProps {
  projectId: string;
  trade: Trade;
  screens: readonly { key: string; to: string; label: string }[];
}

/** Main act of a trade, if the reader may do it. */
function FirstAct({ trade, screens }: FirstActProps) {
  const first = FIRST_ACT[trade];
  const { t } = useTranslation(['home', ...(first?.entity ? [first.entity] : [])]);
  const mayMake = useCan(first?.module ?? '', 'write');
  const navigate = useNavigate();
  const screen = screens.find(({ key }) => key === first?.entry);
  if (!first || !screen || !mayMake) return null;
  return (
    <Button look="filled" icon={Plus} onClick={() => void navigate(first.entity ? `${screen.to}?new=1` : screen.to)}>
      {first.entity ? t(`${first.entity}:actions.create`) : screen.label}
    </Button>
  );
}
