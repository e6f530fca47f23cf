import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { styleClass } from '../../theme/classes.ts';

const [WIDTH, HEIGHT, EDGE] = [720, 160, 8];

const chartClass = styleClass({
  flex: 'none',
  px: '4',
  py: '3',
  m: '0',
  '& figcaption': { textStyle: 'sm', fontWeight: 'semibold', pb: '2' },
  '& svg': { display: 'block', w: 'full', maxW: '720px', h: 'auto', overflow: 'visible' },
  '& polyline': { fill: 'none', stroke: 'accent.solid', strokeWidth: '2' },
  '& line': { stroke: 'border' },
  '& circle': { fill: 'accent.solid' },
  '& text': { fontSize: '11px', fill: 'fg.muted' },
});

interface IncomeLineProps {
  steps: readonly { step: string; income: number }[];
}

/** What came in by month as a line; the same figures stand in the table below it. */
export function IncomeLine({ steps }: IncomeLineProps) {
  const { t } = useTranslation('amenity-statistics');
  const { money } = useFormats();
  if (steps.length < 2) return null;
  const most = Math.max(...steps.map(({ income }) => income), 1);
  const least = Math.min(...steps.map(({ income }) => income), 0);
  const x = (n: number) => EDGE + (n * (WIDTH - 2 * EDGE)) / (steps.length - 1);
  const y = (value: number) => HEIGHT - EDGE - ((value - least) * (HEIGHT - 2 * EDGE)) / (most - least);
  const every = Math.ceil(steps.length / 12);
  return (
    <figure className={chartClass()}>
      <figcaption>{t('line')}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + 16}`} role="img" aria-label={t('line')}>
        <line x1={EDGE} x2={WIDTH - EDGE} y1={y(0)} y2={y(0)} />
        <text x={EDGE} y={y(most) - 2}>
          {money(most)}
        </text>
        <polyline points={steps.map(({ income }, n) => `${x(n)},${y(income)}`).join(' ')} />
        {steps.map(({ step, income }, n) => (
          <circle key={step} cx={x(n)} cy={y(income)} r="3">
            <title>{`${step}: ${money(income)}`}</title>
          </circle>
        ))}
        {steps.map(({ step }, n) =>
          n % every === 0 ? (
            <text key={step} x={x(n)} y={HEIGHT + 12} textAnchor={n === 0 ? 'start' : 'middle'}>
              {step}
            </text>
          ) : null,
        )}
      </svg>
    </figure>
  );
}
