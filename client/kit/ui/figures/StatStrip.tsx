import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { styleClass } from '../../../theme/classes.ts';
import { Trend } from './Trend.tsx';

const stripClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  flex: 'none',
  // All in one line if each has 176px, otherwise in two lines, otherwise two per line; the last line is filled.
  '--two': 'clamp(100% / var(--half), (var(--half) * 176px - 100%) * 9999, 50%)',
  '--basis': 'clamp(100% / var(--count), (var(--count) * 176px - 100%) * 9999, var(--two))',
  listStyle: 'none',
  m: '0',
  p: '0',
  borderBlockWidth: '1px',
  borderColor: 'border',
  overflow: 'hidden',
  // On a phone a scrolling line, if figures are only an addition.
  '&[data-slides]': {
    smDown: { flexWrap: 'nowrap', overflowX: 'auto', '& > li': { flex: 'none', w: '156px' } },
  },
  // Hairlines between cells, however they wrap.
  '& > li': {
    position: 'relative',
    flex: '1 0 calc(var(--basis) - 1px)',
    minW: '0',
    boxShadow: '-1px -1px 0 0 var(--chakra-colors-border)',
  },
});

const cellClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: '2',
  gridTemplateRows: { sm: '20px' },
  h: 'full',
  alignContent: 'start',
  px: '4',
  py: '3',
  color: 'fg',
  textDecoration: 'none',
  '&:is(a):hover': { bg: 'bg.subtle' },
  _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
  '& > span': { textStyle: 'xs', color: 'fg.subtle', alignSelf: 'center' },
  '& > b': {
    gridColumn: '1 / -1',
    textStyle: 'lg',
    fontSize: { base: '1.125rem', sm: 'lg' },
    fontWeight: 'semibold',
    whiteSpace: 'nowrap',
    my: '0.5',
  },
  '& > b[data-bad]': { color: 'bad.fg' },
  // Beside the name, because an amount may need the full width.
  '& > svg': { gridColumn: '2', gridRow: '1', w: '44px', h: '20px', display: { base: 'none', sm: 'block' } },
  '& > small': {
    gridColumn: '1 / -1',
    textStyle: 'xs',
    color: 'fg.muted',
    display: 'flex',
    gap: '1',
    flexWrap: 'wrap',
  },
  '& > small [data-late]': { color: 'bad.fg' },
  // The note has a line of its own.
  '& > small > [data-told]': { flexBasis: 'full' },
  '& > i': {
    gridColumn: '1 / -1',
    display: 'block',
    mt: '1.5',
    h: '1',
    borderRadius: '2px',
    bg: 'bg.emphasized',
    overflow: 'hidden',
    '& > i': { display: 'block', h: 'full', bg: 'done.solid' },
  },
});

const deltaClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  whiteSpace: 'nowrap',
  '& svg': { w: '3', h: '3' },
  '&[data-good=true]': { color: 'done.fg' },
  '&[data-good=false]': { color: 'bad.fg' },
});

/** Change of a number: green if good, red if bad, in either direction. */
export function Delta({ up, good, children }: { up: boolean; good: boolean | null; children: ReactNode }) {
  const Icon = up ? ArrowUp : ArrowDown;
  return (
    <span className={deltaClass()} data-good={good ?? undefined}>
      <Icon aria-hidden />
      {children}
    </span>
  );
}

export interface Stat {
  key: string;
  label: string;
  value: string;
  bad?: boolean | undefined;
  /** Note below. */
  note?: ReactNode;
  trend?: readonly (number | null)[] | undefined;
  bars?: boolean | undefined;
  /** Share that is reached, up to 1. */
  share?: number | undefined;
  to?: string | undefined;
}

/** A row of figures with their changes; one with an address links to its details. */
export function StatStrip({
  label,
  stats,
  slides,
}: {
  label?: string | undefined;
  stats: readonly Stat[];
  slides?: boolean;
}) {
  if (stats.length === 0) return null;
  return (
    <ul
      className={stripClass()}
      style={{ '--count': stats.length, '--half': Math.max(2, Math.ceil(stats.length / 2)) }}
      aria-label={label}
      data-slides={slides || undefined}
    >
      {stats.map(({ key, to, ...stat }) => (
        <li key={key}>
          {to ? (
            <Link to={to} className={cellClass()} data-tile={key}>
              <Cell {...stat} />
            </Link>
          ) : (
            <div className={cellClass()}>
              <Cell {...stat} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Cell({ label, value, bad, note, trend, bars, share }: Omit<Stat, 'key' | 'to'>) {
  return (
    <>
      <span className="cut">{label}</span>
      <b data-bad={bad || undefined}>{value}</b>
      {trend && <Trend values={trend} bars={bars ?? false} />}
      {note && <small>{note}</small>}
      {share !== undefined && (
        <i aria-hidden>
          <i style={{ width: `${Math.min(1, share) * 100}%` }} />
        </i>
      )}
    </>
  );
}
