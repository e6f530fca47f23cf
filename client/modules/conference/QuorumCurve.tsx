import { conference } from '@lobby/shared/modules/conference.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { styleClass } from '../../theme/classes.ts';
import { useExact } from './exact.ts';

/** How many were there at a moment. */
export interface Moment {
  at: string;
  heads: number;
  weight: number;
  percent: number;
}

const [WIDTH, HEIGHT] = [600, 120];
const curveClass = styleClass({
  '& svg': { display: 'block', w: 'full', h: '120px', bg: 'bg.subtle' },
  '& polyline': { fill: 'none', stroke: 'accent.solid', strokeWidth: '2', vectorEffect: 'non-scaling-stroke' },
  '& line': { stroke: 'border.emphasized', strokeWidth: '1', vectorEffect: 'non-scaling-stroke' },
  '& p': { display: 'flex', justifyContent: 'space-between', gap: '2', textStyle: 'sm', color: 'fg.muted' },
});

/** The share of all votes that was there, over the time of the meeting. */
export function QuorumCurve({ of }: { of: readonly Moment[] }) {
  const { t } = useTranslation(conference.name);
  const { number, time } = useFormats();
  const exact = useExact();
  const [first, last] = [of[0], of.at(-1)];
  if (!first || !last || of.length < 2) return null;
  const [from, to] = [Date.parse(first.at), Date.parse(last.at)];
  const most = of.reduce((a, b) => (b.weight > a.weight ? b : a));
  // Who comes raises it at once: steps, not slopes.
  const points = of.flatMap(({ at, percent }, n) => {
    const x = to > from ? ((Date.parse(at) - from) / (to - from)) * WIDTH : 0;
    const y = HEIGHT - (Math.min(100, percent) / 100) * HEIGHT;
    const before = n > 0 ? HEIGHT - (Math.min(100, of[n - 1]?.percent ?? 0) / 100) * HEIGHT : y;
    return [`${x.toFixed(1)},${before.toFixed(1)}`, `${x.toFixed(1)},${y.toFixed(1)}`];
  });
  return (
    <section className={curveClass()}>
      <h3>{t('curve.title')}</h3>
      <svg
        role="img"
        aria-label={t('curve.most', { units: number(most.heads), percent: exact(most.percent), at: time(most.at) })}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        <polyline points={points.join(' ')} />
      </svg>
      <p>
        <span>{time(first.at)}</span>
        <span>{t('curve.most', { units: number(most.heads), percent: exact(most.percent), at: time(most.at) })}</span>
        <span>{time(last.at)}</span>
      </p>
    </section>
  );
}
