import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import {
  HANDOVER_FIGURES,
  type HandoverFigure,
  handoverStatistic,
  SPLITS_OF,
} from '@lobby/shared/modules/handover-statistic.ts';
import { block } from '@lobby/shared/modules/unit.ts';
import { Download, FileDown, Key, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { EmptyState, ErrorState, Forbidden } from '../../kit/ui/EmptyState.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/FigureTable.tsx';
import { DayInput } from '../../kit/ui/form/DayInput.tsx';
import { PeriodFields } from '../../kit/ui/form/PeriodFields.tsx';
import { useShortcuts } from '../../kit/ui/keyboard.ts';
import { useExport } from '../../kit/ui/list/useExport.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Select } from '../../kit/ui/Select.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { Sums } from '../../kit/ui/Sums.tsx';
import { today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';
import { Curve, ItemBars, StatusBars } from './Charts.tsx';
import type { Line } from './lines.ts';
import { UnitMap } from './UnitMap.tsx';

interface Figure {
  asOf: string;
  lines: Line[];
}
interface Tiles {
  asOf: string;
  total: number;
  handedOver: number;
  percent: number | null;
  late: number;
  openDefects: number;
  firstTime: number | null;
}
const chartsClass = styleClass({
  display: 'grid',
  gap: '3',
  px: '4',
  py: '3',
  gridTemplateColumns: { base: '1fr', lg: 'repeat(3, minmax(0, 1fr))' },
  hideBelow: 'md',
});
const choiceClass = styleClass({ display: 'flex', flexWrap: 'wrap', gap: '3', px: '4', py: '2', maxW: '640px' });
const TABLES: readonly HandoverFigure[] = HANDOVER_FIGURES.filter(key => key !== 'heatMap');
/** Tiles follow within seconds; figures are read when one looks. */
const SOON_MS = 1500;

/** How far, how fast and how well the flats are handed over; each number opens the list that shows it. */
export function Component() {
  const { t } = useTranslation(handoverStatistic.name);
  const { number, time } = useFormats();
  const may = useCan(HANDOVER, 'aggregate');
  const mayExport = useCan(HANDOVER, 'export');
  const { busy, save } = useExport();
  const [period, setPeriod] = useState({ from: '', to: today() });
  const [by, setBy] = useState('week');
  const [blockId, setBlock] = useState('');
  const [shown, setShown] = useState<HandoverFigure>('handedOver');
  const [split, setSplit] = useState('');
  const [asOf, setAsOf] = useState('');
  const table = useRef<HTMLDivElement>(null);
  const blocks = useQuery<{ id: string; name: string }[]>(may ? `${block.path}/options` : null).data ?? [];
  const query = {
    ...(period.from && { from: period.from }),
    to: period.to,
    by,
    ...(blockId && { 'filter[blockId][]': blockId }),
    ...(asOf && { asOf }),
  };
  const splits = SPLITS_OF[shown] ?? [];
  const own: Record<string, string> = splits.some(one => one === split) ? { split } : {};
  const { path } = handoverStatistic;
  const follow = { follow: HANDOVER, delay: SOON_MS, query };
  const { data, error, again } = useQuery<Tiles>(may ? `${path}/summary` : null, follow);
  const ask = (name: HandoverFigure, more: Record<string, string> = {}) => ({
    ...follow,
    query: { ...query, ...more, figure: name },
  });
  const figure = useQuery<Figure>(may ? path : null, ask(shown, own));
  const curve = useQuery<Figure>(may ? path : null, ask('handedOver'));
  const byBlock = useQuery<Figure>(may ? path : null, ask('units', { split: 'block' }));
  const items = useQuery<Figure>(may ? path : null, ask('topItems'));
  const map = useQuery<Figure>(may ? path : null, ask('heatMap'));
  const show = (name: HandoverFigure, by = '') => {
    setShown(name);
    setSplit(by);
    table.current?.scrollIntoView({ block: 'start' });
  };
  useShortcuts('list', {}, [
    { keys: 'b', words: t('table'), run: () => table.current?.scrollIntoView({ block: 'start' }) },
    ...(mayExport
      ? [{ keys: 'x', words: t('export'), run: () => save(`${path}/export`, { ...scopeNow(), query }) }]
      : []),
  ]);
  if (!may) return <Forbidden module={t('title')} position={undefined} onBack={() => window.history.back()} />;
  const share = (value: number | null) => (value === null ? '–' : `${number(Math.round(value * 10) / 10)} %`);
  return (
    <ReportPage
      title={t('title')}
      actions={
        <>
          <Button icon={Printer} onClick={() => window.print()}>
            {t('print')}
          </Button>
          {mayExport && (
            <Button icon={Download} busy={busy} onClick={() => save(`${path}/export`, { ...scopeNow(), query })}>
              {t('export')}
            </Button>
          )}
          {mayExport && (
            <Button
              icon={FileDown}
              busy={busy}
              onClick={() => save(`${path}/export`, { ...scopeNow(), query: { ...query, format: 'pdf' } })}
            >
              {t('pdf')}
            </Button>
          )}
        </>
      }
      asks={
        <>
          <PeriodFields {...period} onChange={setPeriod} />
          <Field label={t('by.label')}>
            <Select
              value={by}
              choices={['day', 'week', 'month'].map(value => ({ value, label: t(`by.${value}`) }))}
              onChange={event => setBy(event.target.value)}
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
              [t('tiles.handedOver'), `${number(data.handedOver)} / ${number(data.total)} (${share(data.percent)})`],
              [t('tiles.late'), number(data.late)],
              [t('tiles.openDefects'), number(data.openDefects)],
              [t('tiles.firstTime'), share(data.firstTime)],
              [t('asOf'), time(data.asOf)],
            ]}
          />
          <div className={chartsClass()}>
            <Curve lines={curve.data?.lines ?? []} onTable={() => show('handedOver')} />
            <StatusBars lines={byBlock.data?.lines ?? []} onTable={() => show('units', 'block')} />
            <ItemBars lines={items.data?.lines ?? []} onTable={() => show('topItems')} />
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

/** The lines of a figure; each leads to the list that shows the same. */
function Lines({ figure, lines }: { figure: HandoverFigure; lines: readonly Line[] }) {
  const { t } = useTranslation(handoverStatistic.name);
  const { idUnitGroup = '' } = useParams();
  const { number } = useFormats();
  const names = [...new Set(lines.flatMap(({ values }) => Object.keys(values)))];
  const said = ({ key, name, link }: Line) => {
    const label = name ?? t(`keys.${key || 'none'}`);
    return link ? <Link to={`/projects/${idUnitGroup}/${link}`}>{label}</Link> : label;
  };
  const columns: FigureColumn<Line>[] = [
    { key: 'name', label: t(`figures.${figure}`), cell: said },
    ...names.map(name => ({
      key: name,
      // Statuses and states are columns where a figure is split.
      label: t(`values.${name}`, { defaultValue: t(`keys.${name}`) }),
      figure: true,
      cell: ({ values }: Line) => {
        const value = values[name];
        return value === null || value === undefined ? '–' : number(Math.round(value * 10) / 10);
      },
    })),
  ];
  return (
    <FigureTable
      label={t(`figures.${figure}`)}
      rows={lines}
      keyOf={({ key, name }) => `${key} ${name}`}
      columns={columns}
    />
  );
}
