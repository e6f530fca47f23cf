import { styleClass } from '../../../theme/classes.ts';

const WIDTH = 60;
const HEIGHT = 28;

const trendClass = styleClass({
  flex: 'none',
  w: `${WIDTH}px`,
  h: `${HEIGHT}px`,
  overflow: 'visible',
  '& rect': { fill: 'accent.solid', opacity: '0.45' },
  '& rect[data-open]': { fill: 'none', opacity: '1', stroke: 'accent.solid' },
  '& path': { fill: 'none', stroke: 'accent.solid', strokeWidth: '1.5' },
  '& circle': { fill: 'accent.solid' },
});

/** Sparkline beside a figure: bars for sums, with the last one unfinished, or a line for levels. */
export function Trend({ values, bars }: { values: readonly (number | null)[]; bars?: boolean }) {
  const numbers = values.filter(value => value !== null);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  if (numbers.length < 2 || most <= 0) return null;
  if (bars) {
    const step = WIDTH / values.length;
    return (
      <svg className={trendClass()} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
        {values.map((value, n) => {
          const height = Math.max(1, ((value ?? 0) / most) * (HEIGHT - 2));
          const open = n === values.length - 1;
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a place in time
              key={n}
              x={n * step + 0.5}
              y={HEIGHT - height - 0.5}
              width={step - 1.5}
              height={height}
              data-open={open || undefined}
            />
          );
        })}
      </svg>
    );
  }
  const range = most - least || 1;
  const points = values.flatMap((value, n) =>
    value === null
      ? []
      : [[(n / (values.length - 1)) * (WIDTH - 4), 3 + (1 - (value - least) / range) * (HEIGHT - 6)] as const],
  );
  const [x = 0, y = 0] = points.at(-1) ?? [];
  return (
    <svg className={trendClass()} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <path d={`M${points.map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join('L')}`} />
      <circle cx={x} cy={y} r="2.5" />
    </svg>
  );
}
