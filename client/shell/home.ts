import { styleClass } from '../theme/classes.ts';

export const sectionClass = styleClass({
  borderTopWidth: '1px',
  borderColor: 'border',
  pb: '2',
  '& > h2': { display: 'flex', alignItems: 'center', minH: '11', px: '4', fontWeight: 'semibold' },
  '& > ul': { listStyle: 'none', m: '0', p: '0' },
});

export const lineClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minH: { base: '11', md: '34px' },
  px: '4',
  color: 'fg',
  textDecoration: 'none',
  _hover: { bg: 'bg.subtle' },
  '& > svg': { flex: 'none', color: 'fg.muted' },
  '& > span': { minW: '0' },
  '& > small': { flex: '1', minW: '0', textAlign: 'end', textStyle: 'xs', color: 'fg.subtle' },
});
