import { Chart, useChart } from '@chakra-ui/charts';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Area,
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  Line,
  ReferenceLine,
  Tooltip,
  type TooltipContentProps,
  useActiveTooltipLabel,
  XAxis,
  YAxis,
} from 'recharts';
import { styleClass } from '../../../theme/classes.ts';
import { useFormats } from '../../i18n/formats.ts';
import { type ChartPoint, type ChartSeries, type ChartShape, inkOf, inkVar } from './chart.ts';
import { ticksOf } from './ticks.ts';

const tipClass = styleClass({
  minW: '160px',
  px: '3',
  py: '2',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderColor: 'border.emphasized',
  borderRadius: 'lg',
  boxShadow: 'pop',
  textStyle: 'xs',
  '& > b': { display: 'block', fontWeight: 'semibold', mb: '1' },
  '& > div': { display: 'flex', justifyContent: 'space-between', gap: '4', lineHeight: '20px', whiteSpace: 'nowrap' },
  '& > div > span:first-of-type': { display: 'inline-flex', alignItems: 'center', gap: '1.5' },
  '& i': { w: '2', h: '2', borderRadius: '2px', bg: 'var(--ink)' },
  '& [data-good=true]': { color: 'done.fg' },
  '& [data-good=false]': { color: 'bad.fg' },
});

interface ChartDrawingProps {
  label: string;
  shape: ChartShape;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  say: (value: number | null) => string;
  /** Formats values of the axis. */
  tick: (value: number) => string;
  sayAt: ((at: number) => string) | null;
  better: 'more' | 'less' | null;
  /** Opens what a point counts. */
  onOpen: ((key: string) => void) | null;
}

/** The unfinished part of a line is a separate series. */
const openKey = (key: string) => `${key} open`;

/** Bars or lines over time with axes and grid; values by mouse and arrow keys; unfinished periods are hatched or dashed. */
export function ChartDrawing({ label, shape, points, series, say, tick, sayAt, better, onOpen }: ChartDrawingProps) {
  const { t } = useTranslation('kit');
  const { time } = useFormats();
  const id = useId();
  const areLines = shape === 'lines' || shape === 'steps';
  const way = shape === 'steps' ? 'stepAfter' : 'linear';
  const open = points.findIndex(({ part }) => part);
  const timed = points.every(({ at }) => at !== undefined);
  const data = points.map(({ key, at, values }, n) => ({
    key,
    at,
    ...values,
    ...(areLines && open >= 0 && Object.fromEntries(series.flatMap(line => lineOf(line, values, n, open)))),
  }));
  const ticks = ticksOf(points, series, shape === 'stacked');
  const chart = useChart({ data });
  const colour = (line: ChartSeries) => chart.color(inkOf(line, series.indexOf(line)));
  const shown = new Map(points.map(point => [timed ? point.at : point.key, point]));
  const today = points[open];
  const isOnWay = areLines && today && open < points.length - 1;
  const still = { isAnimationActive: false };
  const active = useRef<string | number | null>(null);
  const openAt = (at: unknown) => {
    // Without positions a point is called by its place among the others.
    const point =
      typeof at === 'number' && !timed ? points[at] : points.find(other => (timed ? other.at : other.key) === at);
    if (point) onOpen?.(point.key);
  };
  return (
    <Chart.Root
      chart={chart}
      aspectRatio="auto"
      h="240px"
      cursor={onOpen ? 'pointer' : undefined}
      onKeyDown={onOpen ? event => event.key === 'Enter' && openAt(active.current) : undefined}
    >
      <ComposedChart
        data={data}
        responsive
        accessibilityLayer
        title={label}
        barGap={1}
        margin={{ top: isOnWay ? 20 : 8, right: areLines ? 32 : 24, bottom: 0, left: 0 }}
        {...(onOpen && { onClick: ({ activeLabel }: { activeLabel?: string | number }) => openAt(activeLabel) })}
      >
        <ActivePoint at={active} />
        <defs>
          {series.map(line => (
            <pattern
              key={line.key}
              id={`${id}${line.key}`}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="3" height="6" fill={colour(line)} />
            </pattern>
          ))}
        </defs>
        <CartesianGrid vertical={false} stroke={chart.color('border')} />
        {timed ? (
          <XAxis
            dataKey="at"
            type="number"
            domain={['dataMin', 'dataMax']}
            tickFormatter={sayAt ?? time}
            axisLine={false}
            tickLine={false}
            minTickGap={24}
          />
        ) : (
          <XAxis
            dataKey="key"
            tickFormatter={(key: string) => shown.get(key)?.short ?? shown.get(key)?.label ?? key}
            axisLine={false}
            tickLine={false}
            interval="equidistantPreserveStart"
            minTickGap={8}
          />
        )}
        <YAxis
          ticks={ticks}
          domain={[ticks[0] ?? 0, ticks.at(-1) ?? 0]}
          interval={0}
          axisLine={false}
          tickLine={false}
          tickFormatter={tick}
          width="auto"
        />
        <Tooltip
          cursor={areLines ? { stroke: chart.color('fg.muted') } : { fill: chart.color('bg.muted') }}
          {...still}
          content={({ label: at }: TooltipContentProps) => (
            <Tip point={shown.get(at)} series={series} say={say} better={better} />
          )}
        />
        {isOnWay && (
          <ReferenceLine
            x={today.key}
            stroke={chart.color('border.emphasized')}
            strokeDasharray="3 3"
            label={{
              value: t('chart.today'),
              position: 'top',
              // Centred over one of the first points it would begin beyond the drawing.
              textAnchor: open < points.length / 10 ? 'start' : 'middle',
              fill: chart.color('fg.muted'),
              fontSize: 12,
            }}
          />
        )}
        {series.map(line => {
          const common = { key: line.key, dataKey: line.key, name: line.label, stroke: colour(line), ...still };
          if (line.before)
            return (
              <Area {...common} key={line.key} type={way} fill={chart.color('bg.muted')} fillOpacity={1} dot={false} />
            );
          if (areLines)
            return (
              <Line
                {...common}
                key={line.key}
                type={way}
                strokeWidth={2}
                dot={false}
                {...(line.plan && { strokeDasharray: '6 4' })}
              />
            );
          return (
            <Bar
              key={line.key}
              dataKey={line.key}
              fill={colour(line)}
              radius={shape === 'stacked' ? 0 : [2, 2, 0, 0]}
              maxBarSize={28}
              {...(shape === 'stacked' && { stackId: 'all' })}
              {...still}
            >
              {points.map(({ key, part }) => (
                <Cell
                  key={key}
                  fill={part ? `url(#${id}${line.key})` : colour(line)}
                  stroke={part ? colour(line) : 'none'}
                />
              ))}
            </Bar>
          );
        })}
        {areLines &&
          open >= 0 &&
          series
            .filter(line => !line.before && !line.plan)
            .map(line => (
              <Line
                key={openKey(line.key)}
                dataKey={openKey(line.key)}
                type={way}
                stroke={colour(line)}
                strokeWidth={2}
                strokeDasharray="3 3"
                dot={({ index, cx, cy }: { index?: number; cx?: number; cy?: number }) =>
                  index === open ? (
                    <circle
                      key="now"
                      cx={cx}
                      cy={cy}
                      r={4}
                      fill={chart.color('bg')}
                      stroke={colour(line)}
                      strokeWidth={2}
                    />
                  ) : (
                    <g key={index} />
                  )
                }
                {...still}
              />
            ))}
      </ComposedChart>
    </Chart.Root>
  );
}

/** Keeps the label of the point that arrow keys have reached. */
function ActivePoint({ at }: { at: RefObject<string | number | null> }) {
  const label = useActiveTooltipLabel();
  useEffect(() => {
    at.current = label ?? null;
  }, [at, label]);
  return null;
}

/** Values of a line up to the unfinished part, or from its last finished point on. */
function lineOf(
  { key, before, plan }: ChartSeries,
  values: ChartPoint['values'],
  n: number,
  open: number,
): [string, number | null][] {
  const value = values[key] ?? null;
  if (before || plan) return [[key, value]];
  return [
    [key, n < open ? value : null],
    [openKey(key), n === open || n === open - 1 ? value : null],
  ];
}

interface TipProps extends Pick<ChartDrawingProps, 'series' | 'say' | 'better'> {
  point: ChartPoint | undefined;
}

/** Values of a point, with the change against the compared period. */
function Tip({ point, series, say, better }: TipProps) {
  const { t } = useTranslation('kit');
  const { share } = useFormats();
  if (!point) return null;
  const [first] = series;
  const past = series.find(({ before }) => before);
  const [now, then] = [point.values[first?.key ?? ''] ?? null, point.values[past?.key ?? ''] ?? null];
  const by = now !== null && then !== null ? now - then : null;
  return (
    <div className={tipClass()}>
      <b>{point.label}</b>
      {series.map((line, n) => (
        <div key={line.key} style={inkVar(inkOf(line, n))}>
          <span>
            <i />
            {line.label}
          </span>
          <span>{say(point.values[line.key] ?? null)}</span>
        </div>
      ))}
      {by !== null && by !== 0 && (
        <div data-good={better ? by > 0 === (better === 'more') : undefined}>
          <span>{t(by > 0 ? 'chart.more' : 'chart.less')}</span>
          <span>
            {say(Math.abs(by))}
            {then ? ` · ${share(Math.abs(by / then) * 100)}` : ''}
          </span>
        </div>
      )}
    </div>
  );
}
