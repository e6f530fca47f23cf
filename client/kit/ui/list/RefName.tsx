import { styleClass } from '../../../theme/classes.ts';
import { useRefName } from '../../refs.ts';

/** The name of a record of another module; a dash while it is on its way and where there is none. */
export function RefName({ to, id }: { to: string; id: string }) {
  return useRefName(to, id) ?? '–';
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
