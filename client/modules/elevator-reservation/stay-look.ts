import { entryStyle } from '../../kit/ui/marks/entryStyle.ts';
import { styleClass } from '../../theme/classes.ts';

/** A reservation or closure in a lane. */
export const stayClass = styleClass({
  ...entryStyle,
  display: 'block',
  overflowWrap: 'anywhere',
  '&[data-closed]': { color: 'fg.muted' },
});
