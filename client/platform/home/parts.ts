import { styleClass } from '../../theme/classes.ts';

/** Layout of the home page: title, figures, panes divided by hairlines. */
export const pageClass = styleClass({
  flex: '1',
  minH: '0',
  overflowY: 'auto',
  display: 'flex',
  flexDirection: 'column',
  '& > header': {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: '3',
    rowGap: '2',
    flex: 'none',
    minH: '14',
    px: '4',
    py: { base: '2', md: '0' },
    '& > h1': { textStyle: 'lg', fontWeight: 'semibold' },
    '& > p': { color: 'fg.subtle', textStyle: 'sm', display: { base: 'none', sm: 'block' } },
    '& > i': { flex: '1' },
  },
  '& > p': { flex: 'none', px: '4', py: '2', textStyle: 'sm', color: 'fg.muted' },
});

export const panesClass = styleClass({
  display: 'grid',
  flex: '1 0 auto',
  // Side by side from where the lines of the first keep room for their words.
  gridTemplateColumns: { base: '1fr', xl: 'minmax(0, 1fr) clamp(320px, 27vw, 392px)' },
  '& > div': { minW: '0' },
  '& > div > section + section': { borderTopWidth: '1px', borderColor: 'border' },
  '& > div + div': {
    borderInlineStartWidth: { base: '0', xl: '1px' },
    borderTopWidth: { base: '1px', xl: '0' },
    borderColor: 'border',
  },
});

export const paneClass = styleClass({
  minW: '0',
  '& + &': { borderTopWidth: '1px', borderColor: 'border' },
  '& > h2': {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minH: '11',
    px: '4',
    fontWeight: 'semibold',
    '& > small': { textStyle: 'xs', fontWeight: 'normal', color: 'fg.subtle' },
    '& > :is(a, button)': { ms: 'auto', textStyle: 'xs', fontWeight: 'normal', color: 'accent.fg', py: '1' },
  },
  '& > h3': {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minH: '7',
    px: '4',
    bg: 'bg.subtle',
    borderBlockWidth: '1px',
    borderColor: 'border',
    textStyle: 'xs',
    fontWeight: 'medium',
    color: 'fg.muted',
    '& > b': { fontWeight: 'medium', color: 'bad.fg' },
    '& > small': { fontSize: 'inherit', fontWeight: 'normal' },
  },
  '& > ul, & > ol': { listStyle: 'none', m: '0', p: '0', pb: '1' },
  '& > h3 + ul': { pb: '0' },
  '& li:has([data-plain]) + li': { borderTopWidth: '0' },
  '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
  '& > ol > li + li': { borderTopWidth: '0' },
  '& > ol > li:last-of-type > [aria-hidden]:last-child': { mb: '3' },
  '& > p': { px: '4', pb: '3', color: 'fg.muted' },
  '& table :is(th, td):first-child': { ps: '4' },
  '& table :is(th, td):last-child': { pe: '4' },
});

/** Layout of a linked line: icon, text, values at the end. */
export const rowClass = styleClass({
  display: 'grid',
  gridTemplateColumns: {
    base: '24px minmax(0, 1fr) auto',
    md: '24px minmax(0, 1fr) clamp(104px, 9vw, 132px) 92px 96px',
  },
  alignItems: 'center',
  columnGap: '3',
  minH: '11',
  px: '4',
  py: '1',
  color: 'fg',
  textDecoration: 'none',
  _hover: { bg: 'bg.subtle' },
  _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
  '& > svg': { w: '18px', h: '18px', color: 'fg.muted', justifySelf: 'center' },
  '& > [data-words]': { minW: '0' },
  '& > [data-words] > b': { display: 'block', fontWeight: 'medium' },
  '& > [data-state]': { justifySelf: 'end', minW: '0', maxW: 'full', display: { base: 'none', md: 'block' } },
  '& > [data-words] > small': { display: 'block', textStyle: 'xs', color: 'fg.subtle' },
  '& [data-end]': { textAlign: 'end', whiteSpace: 'nowrap' },
  '& [data-sum]': { fontFamily: 'figures' },
  '& [data-sum]:empty': { display: { base: 'none', md: 'block' } },
  // On phones the sum is above the time.
  '& > [data-when]': { gridColumn: { base: '3', md: 'auto' } },
  '& > [data-sum]': { gridColumn: { base: '3', md: 'auto' } },
  '& > :first-of-type, & > [data-words]': { gridRow: { base: '1 / span 2', md: 'auto' } },
  '& [data-tone=bad]': { color: 'bad.fg' },
  '& [data-tone=waiting]': { color: 'waiting.fg' },
  '&[data-plain]': { gridTemplateColumns: '24px minmax(0, 1fr) auto', minH: { base: '11', md: '34px' } },
  '&[data-plain]:has(> [data-sum])': { gridTemplateColumns: { md: '24px minmax(0, 1fr) auto 92px' } },
  '&[data-plain] > [data-words] > b': { fontWeight: 'normal' },
});

/** Label of the act at the end of a linked line. */
export const deedClass = styleClass({
  display: { base: 'none', md: 'inline-flex' },
  alignItems: 'center',
  justifySelf: 'end',
  h: '7',
  px: '2.5',
  borderWidth: '1px',
  borderColor: 'border.emphasized',
  borderRadius: 'md',
  bg: 'bg',
  fontWeight: 'medium',
  whiteSpace: 'nowrap',
});
