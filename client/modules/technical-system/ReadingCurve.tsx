import { device } from '@lobby/shared/modules/device.ts';
import type { DeviceReadingRow, Meter } from '@lobby/shared/modules/device-reading.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { styleClass } from '../../theme/classes.ts';

const WIDTH = 600;
const HEIGHT = 120;

const curveClass = styleClass({
  m: '0',
  '& svg': { display: 'block', w: 'full', h: '120px', overflow: 'visible' },
  '& path': { fill: 'none', stroke: 'accent.solid', strokeWidth: '2', vectorEffect: 'non-scaling-stroke' },
  '& line': { stroke: 'border', strokeWidth: '1', vectorEffect: 'non-scaling-stroke' },
  '& figcaption': {
    display: 'flex',
    justifyContent: 'space-between',
    textStyle: 'xs',
    color: 'fg.muted',
    fontFamily: 'figures',
  },
});

/** Curve of the loaded readings of a meter. */
export function ReadingCurve({
  meter,
  readings,
}: {
  meter: Meter;
  readings: readonly Pick<DeviceReadingRow, 'at' | 'value'>[];
}) {
  const { t } = useTranslation(device.name);
  const { day, number } = useFormats();
  const points = readings
    .flatMap(({ at, value }) => (at && value !== null ? [{ at: Date.parse(at), value: Number(value) }] : []))
    .toSorted((a, b) => a.at - b.at);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first.at === last.at) return null;
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => ((at - first.at) / (last.at - first.at)) * WIDTH;
  const y = (value: number) => HEIGHT - ((value - least) / (most - least || 1)) * (HEIGHT - 4) - 2;
  const unit = meter.unitName ?? '';
  return (
    <figure className={curveClass()}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('readings.curve', { meter: meter.name })}
      >
        <line x1="0" y1={HEIGHT} x2={WIDTH} y2={HEIGHT} />
        <path d={`M${points.map(point => `${x(point.at).toFixed(1)} ${y(point.value).toFixed(1)}`).join('L')}`} />
      </svg>
      <figcaption>
        <span>
          {day(new Date(first.at).toISOString())} · {number(first.value)} {unit}
        </span>
        <span>
          {day(new Date(last.at).toISOString())} · {number(last.value)} {unit}
        </span>
      </figcaption>
    </figure>
  );
}
