import { Link } from 'react-router';
import { styleClass } from '../../../theme/classes.ts';

const listClass = styleClass({
  display: 'grid',
  // Wide enough for a count and its sum in one line.
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
    // A date with time wraps if both do not fit; a figure has no place to break.
    whiteSpace: { base: 'normal', md: 'nowrap' },
  },
});

/** Sums side by side with their names; with an address they link to details. */
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
