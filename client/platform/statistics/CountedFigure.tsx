import type { Counted, FigureUnit } from '@lobby/shared/kit/statistic-terms.ts';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useFormats, useSpans } from '../../kit/i18n/formats.ts';
import { ChartPane, type ChartPaneProps } from '../../kit/ui/figures/ChartPane.tsx';
import { type ChartSeries, useSpanWords } from '../../kit/ui/figures/chart.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';
import { CLOCK_SPLITS, HourMap } from './HourMap.tsx';

const bodyClass = styleClass({ '& > p': { textStyle: 'sm', color: 'fg.muted' } });
interface CountedFigureProps {
  label: string;
  counted: Counted;
  projectId: string;
}

/** Columns with a sum of their own above the chart. */
const MOST_SUMS = 6;

/** Kinds whose columns are measures of one value, unless they are broken down. */
const SEVERAL_MEASURES: readonly Counted['kind'][] = ['RATE', 'DURATION', 'MEAN', 'SHARE'];

/** A figure with its total, comparison, bars over time or by its parts, and table. */
export function CountedFigure({ label, counted, projectId }: CountedFigureProps) {
  const { t } = useTranslation('statistics');
  const { dateTime, share } = useFormats();
  const say = useSaid(counted);
  const span = useSpanWords();
  const words = useBucketWords();
  const { columns, rows, total, previous, notes, split } = counted;
  const [now = null] = total;
  const before = previous?.total[0] ?? null;
  const change = now !== null && before !== null ? now - before : null;
  // No percentage of a base of zero.
  const moved = change !== null && before ? (change / before) * 100 : null;
  const single = columns.length === 1 || SEVERAL_MEASURES.includes(counted.kind);
  // A week of hours is read from its map alone.
  const byHours = split.length > 1 && split.every(name => name in CLOCK_SPLITS);
  const sums = columns
    .slice(0, byHours ? 0 : MOST_SUMS)
    .map((column, n) => [columns.length === 1 ? label : column.label, say(n, total[n] ?? null)] as const);
  return (
    <div className={`${reportBodyClass()} ${bodyClass()}`}>
      <Sums
        of={[
          ...sums,
          ...(previous ? [[span(previous.from, previous.to), say(0, before)] as const] : []),
          ...(change === null
            ? []
            : [
                [
                  t('change'),
                  `${change > 0 ? '+' : ''}${say(0, change)} · ${moved === null ? '–' : share(moved)}`,
                ] as const,
              ]),
        ]}
      />
      {notes.map(note => (
        <p key={note}>{t(`notes.${note}`)}</p>
      ))}
      {split.length === 0 && single && (
        <CountedChart label={label} title={label} counted={counted} projectId={projectId} />
      )}
      {split.length > 0 && columns.length > 0 && (
        <SplitChart label={label} title={label} counted={counted} projectId={projectId} />
      )}
      {!byHours && (
        <FigureTable
          // Another landmark than the chart above.
          label={`${label}: ${t('table')}`}
          rows={rows.toReversed()}
          keyOf={row => row.key}
          columns={[
            {
              key: 'key',
              label: t('period'),
              cell: row => (
                <>
                  {row.link ? (
                    <Link to={`/projects/${projectId}/${row.link}`}>{words(row).label}</Link>
                  ) : (
                    words(row).label
                  )}
                  {row.part && ` · ${t('part')}`}
                </>
              ),
              foot: t('total'),
            },
            ...columns.map((column, n) => ({
              key: column.key || 'all',
              label: column.label,
              figure: true,
              cell: (row: Counted['rows'][number]) => say(n, row.values[n] ?? null),
              foot: say(n, total[n] ?? null),
            })),
            ...(previous && single
              ? [
                  {
                    key: 'before',
                    label: span(previous.from, previous.to),
                    figure: true,
                    cell: (row: Counted['rows'][number]) => say(0, previous.rows[rows.indexOf(row)] ?? null),
                    foot: say(0, before),
                  },
                ]
              : []),
          ]}
        />
      )}
      <p>{t('asOf', { at: dateTime(counted.asOf) })}</p>
    </div>
  );
}

/** Formats the key of a day, month or quarter. */
const named = (key: string): string => (/^\d{4}-\d{2}/.test(key) ? key.split('-').reverse().join('/') : key);

/** Returns a formatter for values of a figure by their unit; measures beside the main one are numbers. */
function useSaid(
  { kind, unit, split, notes }: Counted,
  brief = false,
): (column: number, value: number | null) => string {
  const say = useUnitWords();
  const { amount } = useFormats();
  // Without a breakdown the columns are measures: only the first ones have the unit.
  const measured = SEVERAL_MEASURES.includes(kind) && split.length === 0;
  const ofUnit = kind === 'DURATION' ? 2 : 1;
  return (column, value) => {
    if (value === null) return notes.includes('FEW') ? '< 5' : '–';
    if (brief && unit === 'money') return amount(value);
    return say(measured && column >= ofUnit ? 'count' : unit, value);
  };
}

/** Returns a formatter for values by unit. */
export function useUnitWords(): (unit: FigureUnit, value: number) => string {
  const { number, share, money, decimal, exact } = useFormats();
  const { bare } = useSpans();
  return (unit, value) => {
    if (unit === 'percent') return share(value);
    if (unit === 'minutes') return bare(Math.abs(value) * 60_000);
    if (unit === 'money') return money(value);
    if (unit === 'score') return exact(value);
    return unit === 'perHundred' ? decimal(value) : number(value);
  };
}

/** Returns long and short labels of a period: days without year, weeks by their Monday. */
export function useBucketWords() {
  const { day } = useFormats();
  const span = useSpanWords();
  return ({ key, from, to }: Counted['rows'][number]) => {
    if (/^\d{4}-\d{2}-\d{2}$/.test(key)) return { label: day(key), short: day(key).slice(0, 5) };
    if (/-W\d\d$/.test(key)) return { label: span(from, to), short: day(from).slice(0, 5) };
    return { label: named(key), short: named(key) };
  };
}

interface CountedChartProps extends CountedFigureProps, Pick<ChartPaneProps, 'title' | 'note' | 'foot'> {}

interface BesideProps {
  /** Name of the figure where another is shown beside it. */
  name?: string;
  beside?: { label: string; counted: Counted };
}

/** Chart of a figure over time against another figure or the previous period. */
export function CountedChart({ counted, projectId, name, beside, ...rest }: CountedChartProps & BesideProps) {
  const say = useSaid(counted, true);
  const { t } = useTranslation('statistics');
  const span = useSpanWords();
  const words = useBucketWords();
  const navigate = useNavigate();
  const { previous, rows } = counted;
  const day = today();
  const points = rows.map((row, n) => ({
    ...words(row),
    key: row.key,
    // The current day is incomplete, also as the last day of a longer period.
    part: row.part || row.to >= day,
    named: row.link ? <Link to={`/projects/${projectId}/${row.link}`}>{words(row).label}</Link> : words(row).label,
    values: {
      now: row.values[0] ?? null,
      beside: beside?.counted.rows[n]?.values[0] ?? null,
      before: previous?.rows[n] ?? null,
    },
  }));
  const series: ChartSeries[] = [
    { key: 'now', label: beside ? (name ?? '') : previous ? span(counted.from, counted.to) : t('total') },
    ...(beside ? [{ key: 'beside', label: beside.label }] : []),
    ...(previous && !beside ? [{ key: 'before', label: span(previous.from, previous.to), before: true }] : []),
  ];
  const linked = new Map(rows.map(row => [row.key, row.link]));
  return (
    <ChartPane
      {...rest}
      points={points}
      series={series}
      say={value => say(0, value)}
      {...(rows.some(({ link }) => link) && {
        onOpen: (key: string) => {
          const link = linked.get(key);
          if (link) void navigate(`/projects/${projectId}/${link}`);
        },
      })}
    />
  );
}

/** Parts of a figure: hours and weekdays in their order, others by rank. */
function SplitChart(props: CountedChartProps) {
  const { label, title, counted } = props;
  const say = useSaid(counted, true);
  const { t } = useTranslation('statistics');
  const { split, columns, total } = counted;
  if (!split.every(name => name in CLOCK_SPLITS)) return <CountedRanks {...props} />;
  if (split.length === 2) return <HourMap counted={counted} />;
  const points = columns
    .map(({ key, label }, n) => ({ key, label, values: { now: total[n] ?? null } }))
    .filter(({ key }) => key !== 'none');
  const series: ChartSeries[] = [{ key: 'now', label: t('total') }];
  return <ChartPane label={label} title={title} points={points} series={series} say={value => say(0, value)} />;
}

/** Maximum number of ranks. */
const RANKS = 6;

/** Breakdown of a figure, largest first, against the previous period. */
export function CountedRanks({ counted, projectId: _, ...rest }: CountedChartProps) {
  const say = useSaid(counted, true);
  const { t } = useTranslation('statistics');
  const span = useSpanWords();
  const { columns, total, previous } = counted;
  const points = columns.slice(0, RANKS).map(({ key, label }, n) => ({
    key,
    label,
    values: { now: total[n] ?? null, before: previous?.columns[n] ?? null },
  }));
  const left = columns.length - points.length;
  const series: ChartSeries[] = [
    { key: 'now', label: span(counted.from, counted.to) },
    ...(previous ? [{ key: 'before', label: span(previous.from, previous.to), before: true }] : []),
  ];
  return (
    <ChartPane
      {...rest}
      shape="ranks"
      pointName={t('split')}
      points={points}
      series={series}
      say={value => say(0, value)}
      foot={left > 0 && t('kindsLeft', { count: left })}
    />
  );
}
