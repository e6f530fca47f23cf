import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { Button } from '../controls/Button.tsx';
import { lazyPart } from '../layout/lazy-part.tsx';
import { PartSkeleton } from '../states/PartSkeleton.tsx';
import { ChartRanks } from './ChartRanks.tsx';
import {
  type ChartKind,
  type ChartPoint,
  type ChartSeries,
  type ChartShape,
  inkOf,
  inkVar,
  useChartWords,
} from './chart.ts';
import { FigureTable } from './FigureTable.tsx';
import { useShownTable } from './shown-tables.ts';

export interface ChartPaneProps {
  /** Description for screen readers. */
  label: string;
  /** Heading, if the screen has none. */
  title?: ReactNode;
  /** Note in the header, beside the unit. */
  note?: ReactNode;
  shape?: ChartShape;
  kind?: ChartKind;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** Overrides the format of values. */
  say?: (value: number | null) => string;
  /** Formats positions on the axis, if points have one; defaults to the hour. */
  sayAt?: (at: number) => string;
  /** Which direction of change is an improvement. */
  better?: 'more' | 'less';
  /** Header of the table's first column. */
  pointName?: string;
  /** Opens what a point counts, by click or Enter; of bars and lines. */
  onOpen?: (key: string) => void;
  /** Further buttons in the header. */
  actions?: ReactNode;
  /** Content below it: links. */
  foot?: ReactNode;
}

const paneClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  minW: '0',
  flex: 'none',
  // Headers of adjacent panes have the same height; text that does not fit is cut, with a title.
  '& > header': { display: 'flex', alignItems: 'center', columnGap: '2', h: '11', px: '4', flex: 'none', minW: '0' },
  '& > header > h2': {
    fontSize: 'inherit',
    lineHeight: 'inherit',
    fontWeight: 'semibold',
    minW: '0',
    p: '0',
    m: '0',
    '& a': { color: 'fg', display: 'block', py: '1' },
    '&, & a': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
  '& > header > small': {
    textStyle: 'xs',
    color: 'fg.subtle',
    flex: '0 1 auto',
    minW: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& > header > div': {
    display: 'flex',
    alignItems: 'center',
    flex: 'none',
    columnGap: '3',
    ms: 'auto',
    '& > button': { me: '-2' },
  },
  '& > ul': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '4',
    rowGap: '1',
    listStyle: 'none',
    m: '0',
    px: '4',
    pb: '2',
  },
  '& > ul > li': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    textStyle: 'xs',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
  },
  '& > ul i': { w: '3', h: '2', borderRadius: '2px', bg: 'var(--ink)' },
  '& > ul i[data-plan]': { h: '0', bg: 'transparent', borderTop: '2px dashed var(--ink)' },
  '& > p': { px: '4', textStyle: 'xs', color: 'fg.subtle' },
  '& > p a': { color: 'accent.fg', textStyle: 'sm', display: 'inline-block', py: '1' },
  '& > div[data-plot]': { ps: '4', minH: '240px' },
});

const Drawing = lazyPart(async () => (await import('./ChartDrawing.tsx')).ChartDrawing, PartSkeleton);

/** Placeholder of a loading chart, with its later height. */
export const ChartSkeleton = () => (
  <section aria-busy>
    <PartSkeleton />
  </section>
);

/** A chart with unit and legend, switchable to a table of the same data. */
export function ChartPane({
  label,
  title,
  note,
  shape = 'bars',
  kind = 'number',
  points,
  series,
  say: sayOwn,
  sayAt,
  better,
  pointName,
  onOpen,
  actions,
  foot,
}: ChartPaneProps) {
  const { t } = useTranslation('kit');
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const words = useChartWords(kind, points);
  const say = sayOwn ?? ((value: number | null) => (value === null ? '–' : words.say(value)));
  const brief = sayOwn ?? ((value: number | null) => (value === null ? '–' : words.brief(value)));
  const tick = sayOwn ?? words.tick;
  // Each bar has its value; the unit of money stands in the header.
  const rank = (value: number | null) => (kind === 'money' && value !== null ? tick(value) : brief(value));
  const across = shape === 'ranks' || shape === 'shares';
  // Only what is drawn is explained.
  const isDrawn = ({ key }: ChartSeries) => points.some(({ values }) => Boolean(values[key]));
  const legend = series.length > 1 ? series.filter(isDrawn) : [];
  useShownTable({
    name: label,
    head: [pointName ?? t('chart.period'), ...series.map(line => line.label)],
    rows: points.map(point => [point.label, ...series.map(({ key }) => point.values[key] ?? null)]),
  });
  const open = !asTable && points.some(({ part, values }) => part && series.some(({ key }) => Boolean(values[key])));
  return (
    <section className={paneClass()} aria-labelledby={title ? id : undefined} aria-label={title ? undefined : label}>
      <header>
        {title && <h2 id={id}>{title}</h2>}
        {(words.unit || note) && <small>{[words.unit, note].filter(Boolean).join(', ')}</small>}
        <div>
          {actions}
          <Button
            look="ghost"
            tone="accent"
            size="sm"
            icon={asTable ? ChartColumn : Table2}
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {t('chart.table')}
          </Button>
        </div>
      </header>
      {legend.length > 0 && !asTable && (
        <ul aria-label={t('chart.legend')}>
          {legend.map(line => (
            <li key={line.key} style={inkVar(inkOf(line, series.indexOf(line)))}>
              <i data-plan={line.plan ? '' : undefined} />
              {line.label}
            </li>
          ))}
        </ul>
      )}
      {asTable ? (
        <FigureTable<ChartPoint>
          label={label}
          // Over time the newest comes first.
          rows={across ? points : points.toReversed()}
          keyOf={({ key }) => key}
          columns={[
            { key: 'key', label: pointName ?? t('chart.period'), cell: point => point.named ?? point.label },
            ...series.map(line => ({
              key: line.key,
              label: line.label,
              figure: true,
              cell: ({ values }: ChartPoint) => say(values[line.key] ?? null),
            })),
          ]}
        />
      ) : across ? (
        <ChartRanks
          label={label}
          points={points}
          series={series}
          parts={shape === 'shares'}
          most={kind === 'percent' ? 100 : null}
          say={rank}
        />
      ) : (
        <div data-plot="">
          <Drawing
            label={label}
            shape={shape}
            points={points}
            series={series}
            say={brief}
            tick={tick}
            sayAt={sayAt ?? null}
            better={better ?? null}
            onOpen={onOpen ?? null}
          />
        </div>
      )}
      {open && !across && <p>{t(shape === 'bars' || shape === 'stacked' ? 'chart.hatched' : 'chart.dashed')}</p>}
      {foot && <p>{foot}</p>}
    </section>
  );
}
