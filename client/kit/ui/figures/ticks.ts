import type { ChartPoint, ChartSeries } from './chart.ts';

/** Number of steps of an axis, about. */
const STEPS = 4;

/** The next of 1, 2, 2.5 and 5 times a power of ten: steps that people count in; whole ones only. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const found = [1, 2, 2.5, 5, 10]
    .map(factor => factor * power)
    .find(multiple => multiple >= step && Number.isInteger(multiple));
  return Math.max(1, found ?? 10 * power);
}

/** Values of the axis of a chart, from zero or below to its greatest value; of stacked bars to the greatest sum. */
export function ticksOf(
  points: readonly Pick<ChartPoint, 'values'>[],
  series: readonly Pick<ChartSeries, 'key'>[],
  stacked: boolean,
): number[] {
  const values = points.flatMap(({ values: own }) => {
    const figures = series.map(({ key }) => own[key] ?? 0);
    return stacked ? figures.reduce((sum, value) => sum + value, 0) : figures;
  });
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = roundStep(Math.max(1, (most - least) / STEPS));
  const [first, last] = [Math.floor(least / step), Math.max(1, Math.ceil(most / step))];
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step);
}
