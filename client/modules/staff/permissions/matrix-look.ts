import { styleClass } from '../../../theme/classes.ts';

const sign = (content: string, color: string) => ({
  content: `"${content}"`,
  position: 'absolute',
  top: '0',
  insetInlineEnd: '1',
  textStyle: 'xs',
  fontWeight: 'semibold',
  color,
});

/** Head and first column are sticky; cells are 36 px high (look.md, Matrix). */
export const matrixClass = styleClass({
  flex: '1',
  minH: '0',
  minW: '0',
  overflow: 'auto',
  '& > table': { borderCollapse: 'separate', borderSpacing: '0', textStyle: 'sm' },
  '& th, & td': { borderBottomWidth: '1px', borderInlineEndWidth: '1px', borderColor: 'border', bg: 'bg' },
  '& thead th': {
    position: 'sticky',
    top: '0',
    zIndex: '2',
    h: '16',
    w: '16',
    minW: '16',
    px: '1',
    pb: '2',
    verticalAlign: 'bottom',
    textStyle: 'xs',
    fontWeight: 'normal',
    textAlign: 'center',
    color: 'fg.muted',
    bg: 'bg.subtle',
  },
  '& thead th:first-of-type': { insetInlineStart: '0', zIndex: '3', px: '4', textAlign: 'start' },
  '& tbody th': { position: 'sticky', insetInlineStart: '0', zIndex: '1', h: '9', px: '4', textAlign: 'start' },
  '& tbody th[scope=row]': { w: '240px', minW: '200px', fontWeight: 'normal', whiteSpace: 'nowrap' },
  '& tbody th[scope=rowgroup]': { h: '7', bg: 'bg.subtle', textStyle: 'xs', fontWeight: 'semibold', color: 'fg.muted' },
  '& tbody th[scope=rowgroup] > span': { position: 'sticky', insetInlineStart: '4' },
  '& td': { position: 'relative', h: '9', p: '0', textAlign: 'center' },
  '& td[data-change=added]': { bg: 'done.subtle', _after: sign('+', 'done.fg') },
  '& td[data-change=removed]': { bg: 'bad.subtle', _after: sign('−', 'bad.fg') },
});

/** Layout for phones: modules below each other, with flags by name. */
export const listClass = styleClass({
  px: '4',
  '& h2': { textStyle: 'xs', fontWeight: 'semibold', color: 'fg.muted', pt: '4', pb: '1' },
  '& fieldset': { m: '0', p: '0', py: '2', borderWidth: '0', borderBottomWidth: '1px', borderColor: 'border' },
  '& legend': { p: '0', pt: '2', fontWeight: 'semibold', textStyle: 'sm' },
  '& fieldset > div': { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '3' },
  '& [data-change]': { borderRadius: 'sm', px: '1' },
  '& [data-change=added]': { bg: 'done.subtle' },
  '& [data-change=removed]': { bg: 'bad.subtle' },
});
