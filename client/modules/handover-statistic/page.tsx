import { mondayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import type { handoverFigure, handoverTiles } from '@lobby/shared/modules/handover-statistic.contract.ts';
import {
  HANDOVER_FIGURES,
  type HandoverFigure,
  handoverStatistic,
  SPLITS_OF,
  type Split,
} from '@lobby/shared/modules/handover-statistic.ts';
import { block } from '@lobby/shared/modules/unit.ts';
import { Download, FileDown, Key, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useOptions } from '../../kit/live/useRows.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { newestFirst } from '../../kit/ui/figures/newest.ts';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { DayInput } from '../../kit/ui/form/inputs/dates/DayInput.tsx';
import { PeriodFields } from '../../kit/ui/form/inputs/dates/PeriodFields.tsx';
import { useShortcuts } from '../../kit/ui/keyboard.ts';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { EmptyState, ErrorState, Forbidden } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';
import { Curve, ItemBars, StatusBars } from './Charts.tsx';
import { type Line, useLineName } from './lines.ts';
import { UnitMap } from './UnitMap.tsx';

const STEPS = ['day', 'week', 'month'] as const;
type Step = (typeof STEPS)[number];
const chartsClass = styleClass({
  display: 'grid',
  gap: '3',
  px: '4',
  py: '3',
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' },
  // The tall third chart spans the rows of the others; the table of partners is below them.
  '& > :nth-child(3)': { gridColumn: { lg: '3' }, gridRow: { lg: '1 / span 2' } },
  '& > :nth-child(4)': { gridColumn: { lg: '1 / span 2' } },
});
const partnersClass = styleClass({
  minW: '0',
  '& h2': { textStyle: 'sm', fontWeight: 'semibold', m: '0', py: '2' },
});
const choiceClass = styleClass({ display: 'flex', flexWrap: 'wrap', gap: '3', px: '4', py: '2', maxW: '640px' });
const TABLES: readonly HandoverFigure[] = HANDOVER_FIGURES.filter(key => key !== 'heatMap');
/** Delay of reloading the tiles, in ms. */
const SOON_MS = 1500;

/** Period of a preset; null for custom dates. */
function periodOf(span: string): { from: string; to: string } | null {
  const to = today();
  if (span === 'week') return { from: mondayOf(to), to };
  if (span === 'month') return { from: `${monthOf(to)}-01`, to };
  return span === 'all' ? { from: '', to } : null;
}
const spanOf = ({ from, to }: { from: string; to: string }): string =>
  ['week', 'month', 'all'].find(span => periodOf(span)?.from === from && to === today()) ?? 'own';
/** Progress, speed and quality of handovers; figures link to the lists behind them. */
export function Component() {
  const { t } = useTranslation(handoverStatistic.name);
  const { number, share, second, day } = useFormats();
  const { idUnitGroup = '' } = useParams();
  const may = useCan(HANDOVER, 'aggregate');
  const mayExport = useCan(HANDOVER, 'export');
  const { busy, save } = useExport();
  const [period, setPeriod] = useState({ from: '', to: today() });
  const [choosing, setChoosing] = useState(false);
  const [by, setBy] = useState<Step>('week');
  const [blockId, setBlock] = useState('');
  const [shown, setShown] = useState<HandoverFigure>('handedOver');
  const [split, setSplit] = useState('');
  const [asOf, setAsOf] = useState('');
  const table = useRef<HTMLDivElement>(null);
  const blocks = useOptions(may && block).data ?? [];
  const query = {
    ...(period.from && { from: period.from }),
    to: period.to,
    by,
    ...(blockId && { filter: { blockId: [blockId] } }),
    ...(asOf && { asOf }),
  };
  const splits = SPLITS_OF[shown] ?? [];
  const chosen = splits.find(option => option === split);
  const { path } = handoverStatistic;
  const follow = { follow: HANDOVER, delay: SOON_MS };
  const { data, error, again } = useContract<typeof handoverTiles>(
    '/handover/statistic/summary',
    may && { ...follow, query },
  );
  const ask = (figure: HandoverFigure, split?: Split) => may && { ...follow, query: { ...query, split, figure } };
  const figure = useContract<typeof handoverFigure>('/handover/statistic', ask(shown, chosen));
  const curve = useContract<typeof handoverFigure>('/handover/statistic', ask('handedOver'));
  const byBlock = useContract<typeof handoverFigure>('/handover/statistic', ask('units', 'block'));
  const items = useContract<typeof handoverFigure>('/handover/statistic', ask('topItems'));
  const map = useContract<typeof handoverFigure>('/handover/statistic', ask('heatMap'));
  const partners = useContract<typeof handoverFigure>('/handover/statistic', ask('overdue'));
  const repairs = useContract<typeof handoverFigure>('/handover/statistic', ask('repairDays'));
  const takeOf = (figure: HandoverFigure, more: Record<string, string> = {}) =>
    mayExport ? () => void save(`${path}/export`, { ...scopeNow(), query: { ...query, ...more, figure } }) : null;
  useShortcuts('list', {}, [
    { keys: 'b', words: t('table'), run: () => table.current?.scrollIntoView({ block: 'start' }) },
    ...(mayExport
      ? [{ keys: 'x', words: t('export'), run: () => save(`${path}/export`, { ...scopeNow(), query }) }]
      : []),
  ]);
  if (!may) return <Forbidden module={t('title')} onBack={() => window.history.back()} />;
  // No links for a past day, since lists only show the present.
  const listOf = (of: string, filter: string) =>
    asOf ? null : `/projects/${idUnitGroup}/handover/${of}?tab=all&${filter}${blockId ? `&blockId=${blockId}` : ''}`;
  const percentText = (value: number | null) => (value === null ? '–' : share(value));
  return (
    <ReportPage
      title={t('title')}
      actions={
        <>
          <Button data-tool="" icon={Printer} onClick={() => window.print()}>
            {t('print')}
          </Button>
          {mayExport && (
            <Button
              data-tool=""
              icon={Download}
              busy={busy}
              onClick={() => save(`${path}/export`, { ...scopeNow(), query })}
            >
              {t('export')}
            </Button>
          )}
          {mayExport && (
            <Button
              data-tool=""
              icon={FileDown}
              busy={busy}
              onClick={() => save(`${path}/export`, { ...scopeNow(), query: { ...query, format: 'pdf' } })}
            >
              {t('pdf')}
            </Button>
          )}
        </>
      }
      asked={[
        choosing || spanOf(period) === 'own'
          ? [period.from, period.to].map(date => (date ? day(date) : '…')).join(' – ')
          : t(`period.${spanOf(period)}`),
        t(`by.${by}`),
        blocks.find(({ id }) => id === blockId)?.name,
        asOf && day(asOf),
      ]
        .filter(Boolean)
        .join(' · ')}
      asks={
        <>
          <Field label={t('period.label')}>
            <Select
              value={choosing ? 'own' : spanOf(period)}
              choices={['week', 'month', 'all', 'own'].map(value => ({ value, label: t(`period.${value}`) }))}
              onChange={event => {
                setChoosing(event.target.value === 'own');
                setPeriod(periodOf(event.target.value) ?? period);
              }}
            />
          </Field>
          {choosing && <PeriodFields {...period} onChange={setPeriod} />}
          <Field label={t('by.label')}>
            <Select
              value={by}
              choices={STEPS.map(value => ({ value, label: t(`by.${value}`) }))}
              onChange={event => setBy(event.target.value as Step)}
            />
          </Field>
          <Field label={t('block')}>
            <Select
              value={blockId}
              choices={[{ value: '', label: t('all') }, ...blocks.map(({ id, name }) => ({ value: id, label: name }))]}
              onChange={event => setBlock(event.target.value)}
            />
          </Field>
          <Field label={t('asOfDay')}>
            <DayInput label={t('asOfDay')} value={asOf} max={today()} onChange={setAsOf} />
          </Field>
        </>
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={() => void again()} />}
      {!error && !data && <SkeletonRows />}
      {data?.total === 0 && <None />}
      {data && data.total > 0 && (
        <div style={{ overflow: 'auto', minHeight: 0 }}>
          <Sums
            of={[
              [
                t('tiles.handedOver'),
                `${number(data.handedOver)} / ${number(data.total)} (${percentText(data.percent)})`,
                listOf('unit', 'status=HANDED_OVER'),
              ],
              [t('tiles.late'), number(data.late), listOf('unit', 'late=true')],
              [t('tiles.openDefects'), number(data.openDefects), listOf('unit-property-item-defect', 'closed=false')],
              [
                t('tiles.firstTime'),
                percentText(data.firstTime),
                listOf('schedule', 'round=1..1&acceptance=ACCEPTED,ACCEPTED_WITH_DEFECTS'),
              ],
              [t('asOf'), second(data.asOf)],
            ]}
          />
          <div className={chartsClass()}>
            <Curve lines={curve.data?.lines ?? []} onExport={takeOf('handedOver')} />
            <StatusBars lines={byBlock.data?.lines ?? []} onExport={takeOf('units', { split: 'block' })} />
            <ItemBars lines={items.data?.lines ?? []} onExport={takeOf('topItems')} />
            <Partners late={partners.data?.lines ?? []} repairs={repairs.data?.lines ?? []} />
          </div>
          <UnitMap lines={map.data?.lines ?? []} />
          <div ref={table} className={choiceClass()}>
            <Field label={t('figure')}>
              <Select
                value={shown}
                choices={TABLES.map(value => ({ value, label: t(`figures.${value}`) }))}
                onChange={event => {
                  setShown(event.target.value as HandoverFigure);
                  setSplit('');
                }}
              />
            </Field>
            {splits.length > 0 && (
              <Field label={t('split.label')}>
                <Select
                  value={split}
                  choices={[
                    { value: '', label: t('split.none') },
                    ...splits.map(value => ({ value, label: t(`split.${value}`) })),
                  ]}
                  onChange={event => setSplit(event.target.value)}
                />
              </Field>
            )}
          </div>
          {figure.data ? <Lines figure={shown} lines={figure.data.lines} /> : <SkeletonRows />}
        </div>
      )}
    </ReportPage>
  );
}

function None() {
  const { t } = useTranslation(handoverStatistic.name);
  const { idUnitGroup = '' } = useParams();
  return (
    <EmptyState
      icon={Key}
      title={t('none')}
      actions={<Link to={`/projects/${idUnitGroup}/handover/unit?tab=all`}>{t('add')}</Link>}
    >
      {t('noneText')}
    </EmptyState>
  );
}

/** Repairs by partner: number, duration, overdue and returned ones. */
function Partners({ late, repairs }: { late: readonly Line[]; repairs: readonly Line[] }) {
  const { t } = useTranslation(handoverStatistic.name);
  const daysOf = new Map(repairs.map(({ key, values }) => [key, values]));
  const lines = late.map(line => {
    const { count = null, overdue = null, returned = null, percent = null } = line.values;
    const { median = null, most = null } = daysOf.get(line.key) ?? {};
    return { ...line, values: { count, median, most, overdue, returned, percent } };
  });
  if (lines.length === 0) return null;
  return (
    <section className={partnersClass()}>
      <h2>{t('charts.partners')}</h2>
      <Lines figure="overdue" lines={lines} />
    </section>
  );
}

/** Table of a figure; lines link to the list behind them. */
function Lines({ figure, lines }: { figure: HandoverFigure; lines: readonly Line[] }) {
  const { t } = useTranslation(handoverStatistic.name);
  const { idUnitGroup = '' } = useParams();
  const { decimal } = useFormats();
  const named = useLineName();
  const names = [...new Set(lines.flatMap(({ values }) => Object.keys(values)))];
  const nameCell = (line: Line) => {
    const { link } = line;
    // Claims are labelled by month and subject.
    const of = figure === 'claims' ? ` · ${t(`keys.${line.key}`)}` : '';
    const label = `${named(line)}${of}`;
    return link ? <Link to={`/projects/${idUnitGroup}/${link}`}>{label}</Link> : label;
  };
  const columns: FigureColumn<Line>[] = [
    { key: 'name', label: t(`figures.${figure}`), cell: nameCell },
    ...names.map(name => ({
      key: name,
      // Columns are values, or statuses where the figure is split by them.
      label: t(`values.${name}`, { defaultValue: t(`keys.${name}`) }),
      figure: true,
      cell: ({ values }: Line) => {
        const value = values[name];
        return value === null || value === undefined ? '–' : decimal(value);
      },
    })),
  ];
  return (
    <FigureTable
      label={t(`figures.${figure}`)}
      rows={newestFirst(lines, ({ key, name }) => name ?? key)}
      keyOf={({ key, name }) => `${key} ${name}`}
      columns={columns}
    />
  );
}
