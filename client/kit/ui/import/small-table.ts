import { styleClass } from '../../../theme/classes.ts';

/** A small table below the preview rows. */
export const smallTableClass = styleClass({
  overflow: 'auto',
  flex: 'none',
  maxH: '26vh',
  '& table': { borderCollapse: 'collapse', w: 'full', textStyle: 'xs' },
  '& th, & td': { px: '2', py: '1', textAlign: 'start', borderBottomWidth: '1px', borderColor: 'border' },
  '& th': { color: 'fg.subtle', fontWeight: 'medium', position: 'sticky', top: '0', bg: 'bg.panel' },
  '&[data-tone=bad] td:last-child': { color: 'bad.fg' },
  '& td:not(:last-child)': { maxW: '220px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});
