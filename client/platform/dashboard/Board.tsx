import { monthOf } from '@lobby/shared/kit/dates.ts';
import { TRADES, type Trade } from '@lobby/shared/kit/home.ts';
import { COMPARED } from '@lobby/shared/kit/statistic-terms.ts';
import type { dashboardTiles } from '@lobby/shared/modules/dashboard.contract.ts';
import { dashboard, RECEIVED_TODAY, type TileShown } from '@lobby/shared/modules/dashboard.ts';
import { ChartColumn, Download, Printer } from 'lucide-react';
import { type CSSProperties, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { Segment } from '../../kit/ui/controls/Segment.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { ChartSkeleton } from '../../kit/ui/figures/ChartPane.tsx';
import { useSpanWords } from '../../kit/ui/figures/chart.ts';
import { Delta, type Stat, StatStrip } from '../../kit/ui/figures/StatStrip.tsx';
import { type ShownTable, ShownTables, useShownTables } from '../../kit/ui/figures/shown-tables.ts';
import { PeriodFields } from '../../kit/ui/form/inputs/dates/PeriodFields.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { BoardList, useBoardLists } from './BoardList.tsx';
import { Chart } from './Chart.tsx';
import { placesOf, useBoard } from './useBoard.ts';
import { type BoardFigure, useBoardFigures } from './useBoardFigures.ts';
import { useModuleEvents } from './useModuleEvents.ts';
import { useTimes } from './useTimes.ts';

/** Lazy: financial charts load after the numbers. */
const MoneyPane = lazyPart(
  async () => (await import('../../modules/financial-reports/index.ts')).MoneyPane,
  ChartSkeleton,
);

/** Polling interval: the day may change, and counts may refer to today. */
const EVERY_MS = 60_000;

const FEW_TILES = 3;

const boardClass = styleClass({
  flex: '1',
  minH: '0',
  overflow: 'auto',
  pb: '6',
  '& > div': {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(6, minmax(0, 1fr))' },
    overflow: 'hidden',
    '@media print': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  // Hairlines between panes in every layout.
  '& > div > div': {
    display: 'grid',
    minW: '0',
    minH: '300px',
    pb: '3',
    gridColumn: { md: 'span var(--narrow)', xl: 'span var(--wide)' },
    boxShadow: '-1px -1px 0 0 var(--chakra-colors-border)',
    '@media print': { gridColumn: 'auto', breakInside: 'avoid', minH: '0' },
  },
});

const choiceClass = styleClass({ flex: { base: '1 1 150px', sm: 'none' }, w: { sm: '148px' } });
const compareClass = styleClass({ flex: { base: '1 1 150px', sm: 'none' }, w: { sm: '224px' } });
const printClass = styleClass({ '&&': { display: { base: 'none', sm: 'inline-flex' } } });
/** On phones the period takes the line below the title. */
const timeClass = styleClass({
  w: { base: 'full', sm: 'auto' },
  ms: { sm: '2' },
  '& > *': { display: 'flex', w: 'full' },
  '& button': { flex: '1' },
});
const ownClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr 1fr', sm: 'repeat(2, 180px)' },
  gap: '3',
  px: '4',
  pb: '3',
});

/** Number keys open tiles, unless an input has the focus. */
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

/** A tile with its line of the exported table. */
type TileStat = Stat & { sheet: readonly [string, number, number | null] };

/** Non-zero tiles of lists that the home page does not show; they move with the events of their modules. */
function useTiles(projectId: string, tiles: readonly TileShown[]): TileStat[] {
  const { t } = useTranslation(['home', ...new Set(tiles.map(({ entity }) => entity))]);
  const { number, amount } = useFormats();
  const { data, again } = useContract<typeof dashboardTiles>(
    '/dashboard/tiles',
    tiles.length > 0 && { scope: { projectId }, query: { keys: tiles.map(({ key }) => key) }, every: EVERY_MS },
  );
  useModuleEvents(
    projectId,
    tiles.map(({ module }) => module),
    again,
  );
  return tiles.flatMap(({ key, label, note, entity, tone }) => {
    const found = data?.find(tile => tile.key === key);
    if (!found?.value) return [];
    const say = found.kind === 'money' ? amount : number;
    const change = found.before === null ? 0 : found.value - found.before;
    const before = found.before !== null && change !== 0 && (
      <>
        <Delta up={change > 0} good={tone === 'plain' ? null : change < 0}>
          {say(Math.abs(change))}
        </Delta>
        <span>{t('than.toYesterday')}</span>
      </>
    );
    return [
      {
        key,
        label: found.kind === 'money' ? label : note,
        value: say(found.value),
        bad: tone === 'bad',
        note: (
          <>
            <span>{found.count === null ? label : t(`${entity}:count`, { count: found.count })}</span>
            {before}
          </>
        ),
        sheet: [found.kind === 'money' ? label : `${note}: ${label}`, found.value, found.before] as const,
        to: `/projects/${projectId}/${found.link}`,
      },
    ];
  });
}

/** Dashboard over a period: the board of the user's trade, or another chosen one. */
export function Board() {
  const { t, i18n } = useTranslation(['dashboard', 'menu', 'home', 'statistics']);
  const { idUnitGroup = '' } = useParams();
  const [asked, setAsked] = useSearchParams();
  const { data, error, again } = useBoard(idUnitGroup);
  const mayExport = useCan(dashboard.code, 'export');
  const [times, put] = useTimes();
  const { day } = useFormats();
  const words = useSpanWords();
  const preset = TRADES.find(trade => trade === asked.get('board')) ?? data?.preset;
  const of = <T extends { presets: readonly Trade[] }>(all: readonly T[] | undefined) =>
    all?.filter(tile => preset && tile.presets.includes(preset)) ?? [];
  const money = of(data?.money);
  const charts = of(data?.charts);
  const lists = useBoardLists(idUnitGroup, of(data?.lists));
  const figures = useBoardFigures({
    projectId: idUnitGroup,
    trade: preset,
    times,
    drawn: money.map(({ key }) => key),
  });
  const isOneDay = times.span.from === times.span.to;
  // Of a single day, the money of today stands among the figures of the period.
  const tiles = useTiles(
    idUnitGroup,
    of(data?.tiles).filter(({ key }) => !isOneDay || key !== RECEIVED_TODAY),
  );
  const tables = useShownTables();
  const take = useExport();
  useTileKeys();
  if (error && !data) return <ErrorState title={error.message} onRetry={() => void again()} />;
  if (!data || !preset) return <SkeletonRows />;
  const { kind, compare, whole, span, before } = times;
  const monthName = new Intl.DateTimeFormat(i18n.language, { month: 'long', timeZone: 'UTC' }).format(
    new Date(`${monthOf(span.to)}-01`),
  );
  const now = tiles.map(({ sheet: _, ...stat }) => stat);
  // A tile or two would leave most of a strip of their own empty.
  const few = now.length < FEW_TILES;
  const places = placesOf(money.length + charts.length + lists.length);
  const about = [
    t(`presets.${preset}`),
    `${day(span.from)} – ${day(span.to)}`,
    `${t('statistics:compare')} ${day(before.from)} – ${day(before.to)}`,
  ];
  const save = () =>
    take.save(
      '/dashboard/export',
      { ...scopeNow(), body: { about, tables: [sheetOf(t('figures.title'), figures, tiles), ...tables.values()] } },
      'PUT',
    );
  const place = (n: number): CSSProperties =>
    ({ '--wide': places[n]?.wide ?? 6, '--narrow': places[n]?.narrow ?? 2 }) as CSSProperties;
  return (
    <ReportPage
      title={t('menu:dashboard')}
      asked={about.join(' · ')}
      beside={
        <>
          <div className={timeClass()}>
            <Segment
              label={t('time')}
              value={kind}
              choices={[
                { value: 'days', label: t('times.days') },
                { value: 'month', label: monthName.charAt(0).toLocaleUpperCase() + monthName.slice(1) },
                {
                  value: 'quarter',
                  label: t('times.quarter', { quarter: Math.ceil(Number(span.to.slice(5, 7)) / 3) }),
                },
                { value: 'year', label: t('times.year', { year: span.to.slice(0, 4) }) },
                { value: 'own', label: t('times.own') },
              ]}
              onChange={time => put(time === 'own' ? { time, from: span.from, to: span.to } : { time })}
            />
          </div>
          <div className={compareClass()}>
            <Select
              aria-label={t('statistics:compare')}
              value={compare}
              choices={COMPARED.map(value => ({ value, label: t(`compare.${value}`) }))}
              onChange={event => put({ compare: event.target.value })}
            />
          </div>
        </>
      }
      actions={
        <>
          <div className={choiceClass()}>
            <Select
              aria-label={t('board')}
              value={preset}
              choices={data.boards.map(value => ({ value, label: t(`presets.${value}`) }))}
              onChange={event => {
                const next = new URLSearchParams(asked);
                next.set('board', event.target.value);
                setAsked(next, { replace: true });
              }}
            />
          </div>
          <IconButton icon={Printer} label={t('print')} className={printClass()} onClick={() => window.print()} />
          {mayExport && (
            <IconButton
              icon={Download}
              label={t('export')}
              className={printClass()}
              disabled={take.busy}
              onClick={() => void save()}
            />
          )}
        </>
      }
    >
      {kind === 'own' && (
        <div className={ownClass()}>
          <PeriodFields {...whole} onChange={({ from, to }) => put({ from, to })} />
        </div>
      )}
      {tiles.length + places.length + figures.length === 0 && (
        <Empty icon={ChartColumn} title={t('empty')}>
          {t('emptyText')}
        </Empty>
      )}
      <div className={boardClass()}>
        <StatStrip
          label={`${t('figures.title')}, ${words(span.from, span.to)}`}
          stats={[...figures.map(figure => figure.stat), ...(few ? now : [])]}
          slides
        />
        <ShownTables value={tables}>
          <div>
            {money.map(({ key }, n) => (
              <div key={key} style={place(n)}>
                <MoneyPane
                  projectId={idUnitGroup}
                  chart={key}
                  debts={figures.debts}
                  ages={figures.ages}
                  whole={times.whole}
                  wholeBefore={times.wholeBefore}
                />
              </div>
            ))}
            {charts.map((chart, n) => (
              <div key={chart.key} style={place(money.length + n)}>
                <Chart projectId={idUnitGroup} chart={chart} times={times} />
              </div>
            ))}
            {lists.map((list, n) => (
              <div key={list.key} style={place(money.length + charts.length + n)}>
                <BoardList projectId={idUnitGroup} list={list} />
              </div>
            ))}
          </div>
        </ShownTables>
        {!few && <StatStrip label={t('now')} stats={now} />}
      </div>
    </ReportPage>
  );
}

/** The numbers above the charts as a table for export. */
const sheetOf = (name: string, figures: readonly BoardFigure[], tiles: readonly TileStat[]): ShownTable => ({
  name,
  head: [name, '', ''],
  rows: [
    ...figures.map(({ stat, value, before }) => [stat.label, value, before] as const),
    ...tiles.map(({ sheet }) => sheet),
  ],
});
