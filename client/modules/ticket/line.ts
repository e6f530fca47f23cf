import { styleClass } from '../../theme/classes.ts';

export const lineClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minW: '0',
  maxW: 'full',
  '& > svg': { flex: 'none', w: '14px', h: '14px', color: 'fg.muted' },
});
