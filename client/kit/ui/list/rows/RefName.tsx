import { useAtomValue } from 'jotai';
import { styleClass } from '../../../../theme/classes.ts';
import { refAtom } from '../../../refs/refs.ts';

interface RefNameProps {
  to: string;
  /** Without one a dash is shown. */
  id: string | null | undefined;
  /** Text before the name, such as a separator, shown once the name is loaded. */
  after?: string;
}

/** Name of a record; nothing while loading, a dash if missing. */
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

/** Names of records as small labels, cut if they do not fit. */
export function RefLabels({ to, ids }: { to: string; ids: readonly string[] }) {
  return ids.map(id => (
    <span key={id} className={labelClass()}>
      <RefName to={to} id={id} />
    </span>
  ));
}

/** Names of records in a line, cut if necessary. */
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
