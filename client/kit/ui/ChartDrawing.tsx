import { Chart, useChart } from '@chakra-ui/charts';
import { useId } from 'react';
import { Area, Bar, CartesianGrid, Cell, ComposedChart, Tooltip, XAxis, YAxis } from 'recharts';
import { styleClass } from '../../theme/classes.ts';
import type { ChartPoint, ChartSeries } from './chart.ts';

/** This period in the accent, the one before as a quiet shade of the controls. */
const INK = { now: 'accent.solid', before: 'border.control' } as const;

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
  '& > div': { display: 'flex', justifyContent: 'space-between', gap: '4' },
});

interface ChartDrawingProps {
  label: string;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  say: (value: number | null) => string;
}

/** Bars over a time with axes and a grid; values by the mouse and by arrow keys; what has not ended is hatched. */
export function ChartDrawing({ label, points, series, say }: ChartDrawingProps) {
  const hatch = useId();
  const chart = useChart({
    data: points.map(({ key, label: name, values }) => ({ key, name, ...values })),
    series: series.map(({ key, label: name, before }) => ({
      name: key as 'key',
      label: name,
      color: before ? INK.before : INK.now,
    })),
  });
  const inkOf = (before?: boolean) => chart.color(before ? INK.before : INK.now);
  return (
    <Chart.Root chart={chart} aspectRatio="auto" h="240px">
      <ComposedChart
        data={chart.data}
        responsive
        accessibilityLayer
        title={label}
        barGap={1}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
      >
        <defs>
          <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="3" height="6" fill={inkOf()} />
          </pattern>
        </defs>
        <CartesianGrid vertical={false} stroke={chart.color('border')} />
        <XAxis dataKey="name" axisLine={false} tickLine={false} minTickGap={16} />
        <YAxis
          domain={[0, 'auto']}
          allowDecimals={false}
          axisLine={false}
          tickLine={false}
          tickFormatter={(value: number) => say(value)}
          width="auto"
        />
        <Tooltip
          cursor={{ fill: chart.color('bg.muted'), stroke: chart.color('fg.muted') }}
          isAnimationActive={false}
          content={({ payload, label: name }) => (
            <div className={tipClass()}>
              <b>{name}</b>
              {series.map(one => (
                <div key={one.key}>
                  <span>{one.label}</span>
                  <span>{say(Number(payload?.[0]?.payload?.[one.key] ?? 0))}</span>
                </div>
              ))}
            </div>
          )}
        />
        {series
          .filter(one => one.before)
          .map(one => (
            <Area
              key={one.key}
              dataKey={one.key}
              type="linear"
              fill={chart.color('bg.muted')}
              fillOpacity={1}
              stroke={inkOf(true)}
              isAnimationActive={false}
            />
          ))}
        {series
          .filter(one => !one.before)
          .map(one => (
            <Bar
              key={one.key}
              dataKey={one.key}
              fill={inkOf()}
              radius={[2, 2, 0, 0]}
              maxBarSize={28}
              isAnimationActive={false}
            >
              {points.map(({ key, part }) => (
                <Cell key={key} fill={part ? `url(#${hatch})` : inkOf()} stroke={part ? inkOf() : 'none'} />
              ))}
            </Bar>
          ))}
      </ComposedChart>
    </Chart.Root>
  );
}
