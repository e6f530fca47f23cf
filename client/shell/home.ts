import { styleClass } from '../theme/classes.ts';

export const homeClass = styleClass({
  flex: '1',
  minH: '0',
  overflowY: 'auto',
  px: '4',
  pb: '10',
  '& > *': { maxW: '760px', mx: 'auto' },
  '& > h1': { textStyle: 'lg', fontWeight: 'semibold', pt: { base: '4', md: '8' }, pb: '2' },
});

export const sectionClass = styleClass({
  pt: '5',
  '& > h2': { textStyle: 'xs', fontWeight: 'medium', color: 'fg.subtle', pb: '1.5' },
  '& > p': { color: 'fg.muted', py: '2' },
  '& > ul': { borderTopWidth: '1px', borderColor: 'border' },
});

export const lineClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minH: '11',
  px: '2',
  color: 'fg',
  textDecoration: 'none',
  borderBottomWidth: '1px',
  borderColor: 'border',
  _hover: { bg: 'bg.subtle' },
  '& > svg': { flex: 'none', color: 'fg.muted' },
  '& > span': { minW: '0' },
  '& > small': { flex: '1', minW: '0', textStyle: 'xs', color: 'fg.muted' },
});
