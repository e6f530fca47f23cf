import { entryStyle } from '../../kit/ui/entryStyle.ts';
import { styleClass } from '../../theme/classes.ts';

/** A time that an elevator is taken, for a move or because it is closed. */
export const stayClass = styleClass({
  ...entryStyle,
  display: 'block',
  overflowWrap: 'anywhere',
  '&[data-closed]': { color: 'fg.muted' },
});
