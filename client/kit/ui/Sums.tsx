import { Link } from 'react-router';
import { styleClass } from '../../theme/classes.ts';

const listClass = styleClass({
  display: 'grid',
  // On a desk wide enough for a count and its sum in one line.
  gridTemplateColumns: {
    base: 'repeat(auto-fit, minmax(152px, 1fr))',
    md: 'repeat(auto-fit, minmax(192px, 1fr))',
  },
  gap: '3',
  flex: 'none',
  m: '0',
  px: '4',
  pb: '3',
  '& > div': { bg: 'bg.subtle', borderRadius: 'md', px: '3', py: '2', minW: '0' },
  '& dt': { textStyle: 'xs', color: 'fg.muted' },
  '& dd a': {
    color: 'inherit',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    textDecorationColor: 'border',
  },
  '& dd': {
    m: '0',
    textStyle: 'md',
    fontWeight: 'semibold',
    fontFamily: 'figures',
    // A day and its hour break where both do not fit; a figure has no place to break at.
    whiteSpace: { base: 'normal', md: 'nowrap' },
  },
});

/** A few sums side by side, each under its name; with an address it leads to what it is the sum of. */
export function Sums({ of }: { of: readonly (readonly [label: string, value: string, to?: string | null])[] }) {
  return (
    <dl className={listClass()}>
      {of.map(([label, value, to]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{to ? <Link to={to}>{value}</Link> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
