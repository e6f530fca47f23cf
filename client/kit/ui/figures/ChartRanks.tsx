import { styleClass } from '../../../theme/classes.ts';
import { type ChartPoint, type ChartSeries, inkOf, inkVar } from './chart.ts';

const ranksClass = styleClass({
  display: 'grid',
  gap: '4',
  listStyle: 'none',
  m: '0',
  px: '4',
  pt: '1',
  pb: '3',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(64px, 30%) minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '3',
    textStyle: 'xs',
  },
  '& > li > span': { minW: '0', overflowWrap: 'anywhere', '& a': { color: 'fg', display: 'inline-block', py: '1' } },
  '& > li > small': { color: 'fg.muted', whiteSpace: 'nowrap' },
  '& > li > div > span': { display: 'flex', alignItems: 'center', gap: '1.5', minH: '16px' },
  // Compared values are lower and lighter; each bar has its value.
  '& > li > div > span > i': { flex: 'none', h: '14px', borderEndRadius: '2px', bg: 'var(--ink)' },
  '& > li > div > span[data-quiet]': { color: 'fg.muted', '& > i': { h: '2' }, '& > b': { fontWeight: 'normal' } },
  '& b': { fontWeight: 'semibold', whiteSpace: 'nowrap' },
  '& > li > div[data-parts]': {
    display: 'flex',
    h: '5',
    gap: '1px',
    borderRadius: '2px',
    overflow: 'hidden',
    bg: 'bg.muted',
    '& > i': { display: 'block', minW: '2px', bg: 'var(--ink)' },
  },
});

/** Space for the value at the end of the longest bar. */
const ROOM = '72px';

interface ChartRanksProps {
  label: string;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** The values of a point are shares of a whole. */
  parts: boolean;
  /** Maximum of the scale; defaults to the largest value. */
  most: number | null;
  say: (value: number | null) => string;
}

/** Rows, each with its bars and values, or with the shares of its whole. */
export function ChartRanks({ label, points, series, parts, most: whole, say }: ChartRanksProps) {
  const most = whole ?? Math.max(1, ...points.flatMap(({ values }) => series.map(({ key }) => values[key] ?? 0)));
  const nameOf = ({ named, label: name }: ChartPoint) => <span>{named ?? name}</span>;
  return (
    <ol className={ranksClass()} aria-label={label}>
      {points.map(point => (
        <li key={point.key}>
          {nameOf(point)}
          {parts ? (
            <div data-parts="">
              {series.map((line, n) => {
                const value = point.values[line.key] ?? 0;
                return (
                  value > 0 && (
                    <i
                      key={line.key}
                      title={`${line.label}: ${say(value)}`}
                      style={{ ...inkVar(inkOf(line, n)), flex: `${value} 0 0` }}
                    />
                  )
                );
              })}
            </div>
          ) : (
            <div>
              {series.map((line, n) => {
                const value = point.values[line.key] ?? null;
                const share = Math.max(0, value ?? 0) / most;
                return (
                  <span key={line.key} title={line.label} data-quiet={n > 0 ? '' : undefined}>
                    <i style={{ ...inkVar(inkOf(line, n)), width: `calc((100% - ${ROOM}) * ${share.toFixed(4)})` }} />
                    <b>{say(value)}</b>
                  </span>
                );
              })}
            </div>
          )}
          {point.end && <small>{point.end}</small>}
        </li>
      ))}
    </ol>
  );
}
