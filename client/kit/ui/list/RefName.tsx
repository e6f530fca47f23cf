import { useAtomValue } from 'jotai';
import { styleClass } from '../../../theme/classes.ts';
import { refAtom } from '../../refs/refs.ts';

interface RefNameProps {
  to: string;
  id: string;
  /** What parts it from the words before it, which come alone while the name is on its way. */
  after?: string;
}

/** The name of a record of another module; nothing while it is on its way, a dash where there is none. */
export function RefName({ to, id, after = '' }: RefNameProps) {
  const ref = useAtomValue(refAtom(to, id));
  return ref === undefined ? null : `${after}${ref?.name ?? '–'}`;
}

const labelClass = styleClass({
  display: 'inline-block',
  maxW: '96px',
  h: '5',
  px: '1.5',
  me: '1',
  borderRadius: 'sm',
  bg: 'bg.emphasized',
  color: 'fg.muted',
  textStyle: 'xs',
  lineHeight: '20px',
  verticalAlign: 'middle',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
});

/** Names of several records as small labels; what does not fit is cut. */
export function RefLabels({ to, ids }: { to: string; ids: readonly string[] }) {
  return ids.map(id => (
    <span key={id} className={labelClass()}>
      <RefName to={to} id={id} />
    </span>
  ));
}

/** The names of several records in one line that is cut where it must be. */
export function RefNames({ to, ids }: { to: string; ids: readonly string[] }) {
  return (
    <span className="cut">
      {ids.map((id, n) => (
        <span key={id}>
          {n > 0 && ', '}
          <RefName to={to} id={id} />
        </span>
      ))}
    </span>
  );
}
