import { TRADES } from '@lobby/shared/kit/home.ts';
import { dashboard } from '@lobby/shared/modules/dashboard.ts';
import { ChartColumn, Download, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Empty, ErrorState } from '../../kit/ui/EmptyState.tsx';
import { lazyPart } from '../../kit/ui/lazy-part.tsx';
import { useExport } from '../../kit/ui/list/useExport.ts';
import { PartSkeleton } from '../../kit/ui/PartSkeleton.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Select } from '../../kit/ui/Select.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { StatStrip } from '../../kit/ui/StatStrip.tsx';
import { styleClass } from '../../theme/classes.ts';
import { useDebts, useFigures, useStats, withDebts } from '../home/index.ts';
import { Chart } from './Chart.tsx';
import { Tiles } from './Tiles.tsx';
import { gridClass } from './tile-class.ts';
import { byModule, useBoard } from './useBoard.ts';

/** Charts of money come after the numbers. */
const MoneyPane = lazyPart(
  async () => (await import('../reports/index.ts')).MoneyPane,
  () => (
    <section aria-busy>
      <PartSkeleton />
    </section>
  ),
);

const boardClass = styleClass({
  flex: '1',
  minH: '0',
  overflow: 'auto',
  pb: '6',
  '& > div': {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(6, minmax(0, 1fr))' },
    overflow: 'hidden',
  },
  // Hairlines between panes, whichever way they fold.
  '& > div > section': {
    gridColumn: { xl: 'span 2' },
    minH: '300px',
    pb: '3',
    boxShadow: '-1px -1px 0 0 var(--chakra-colors-border)',
  },
  '& > div[data-wide] > section:first-of-type': { gridColumn: { md: '1 / -1', xl: 'span 4' } },
  '& > div > section:only-of-type': { gridColumn: '1 / -1' },
  '& > div:not([data-wide]) > section': { gridColumn: { xl: 'span 3' } },
});

const presetClass = styleClass({ flex: 'none', w: { base: 'full', md: '200px' } });

/** Opens a tile by its number, as long as nothing is typed. */
function useTileKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]'))
        return;
      const tile = document.querySelectorAll<HTMLAnchorElement>('a[data-tile]')[Number(event.key) - 1];
      tile?.click();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** What waits and how the building stands, live: the board of the reader's work, or another that is chosen. */
export function Board() {
  const { t } = useTranslation(['dashboard', 'menu', 'home']);
  const { idUnitGroup = '' } = useParams();
  const [asked, setAsked] = useSearchParams();
  const { data, error, again } = useBoard(idUnitGroup);
  const mayExport = useCan(dashboard.code, 'export');
  const { busy, save } = useExport();
  const preset = TRADES.find(one => one === asked.get('board')) ?? data?.preset;
  const drawn = data?.money.filter(one => preset && one.presets.includes(preset)) ?? [];
  const debts = useDebts(
    idUnitGroup,
    drawn.some(({ key }) => key === 'ages' || key === 'overdue'),
  );
  const { data: figures } = useFigures(idUnitGroup, preset, preset !== undefined);
  const stats = useStats(
    idUnitGroup,
    figures && figures.trade === preset ? withDebts(figures.figures, debts) : [],
    true,
  );
  useTileKeys();
  if (error && !data) return <ErrorState title={error.message} onRetry={() => void again()} />;
  if (!data || !preset) return <SkeletonRows />;
  const tiles = data.tiles.filter(one => one.presets.includes(preset));
  const charts = data.charts.filter(one => one.presets.includes(preset));
  const offered = TRADES.filter(one => data.tiles.some(({ presets }) => presets.includes(one)));
  return (
    <ReportPage
      title={t('menu:dashboard')}
      actions={
        <>
          <div className={presetClass()}>
            <Select
              aria-label={t('board')}
              value={preset}
              choices={offered.map(value => ({ value, label: t(`presets.${value}`) }))}
              onChange={event => setAsked({ board: event.target.value }, { replace: true })}
            />
          </div>
          <Button icon={Printer} onClick={() => window.print()}>
            {t('print')}
          </Button>
          {mayExport && (
            <Button
              icon={Download}
              busy={busy}
              onClick={() => save('/dashboard/export', { ...scopeNow(), query: { keys: tiles.map(({ key }) => key) } })}
            >
              {t('export')}
            </Button>
          )}
        </>
      }
    >
      {tiles.length + charts.length + drawn.length === 0 && (
        <Empty icon={ChartColumn} title={t('empty')}>
          {t('emptyText')}
        </Empty>
      )}
      <div className={boardClass()}>
        <StatStrip label={t('home:figuresOfToday')} stats={stats} />
        <ul className={gridClass()} aria-label={t('home:waiting')}>
          {byModule(tiles).map(([module, own]) => (
            <Tiles key={module} projectId={idUnitGroup} module={module} tiles={own} />
          ))}
        </ul>
        <div data-wide={drawn.length + charts.length > 2 ? '' : undefined}>
          {drawn.map(({ key }) => (
            <MoneyPane key={key} projectId={idUnitGroup} chart={key} debts={debts} />
          ))}
          {charts.map(chart => (
            <Chart key={chart.key} projectId={idUnitGroup} chart={chart} />
          ))}
        </div>
      </div>
    </ReportPage>
  );
}
