import { styleClass } from '../../../theme/classes.ts';

/** Body of a report with several tables, which scrolls as one. */
export const reportBodyClass = styleClass({
  flex: '1',
  minH: '0',
  overflowY: 'auto',
  '& h2': { textStyle: 'sm', fontWeight: 'semibold', px: '4', pt: '3', pb: '1' },
  '& > p': { px: '4', py: '1' },
  '& a': { color: 'accent.fg' },
});
