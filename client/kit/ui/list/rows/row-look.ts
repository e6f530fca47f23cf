import { styleClass } from '../../../../theme/classes.ts';
import { CHECK_WIDTH } from '../columns/columns.ts';

/** Height of a card on phones in px: three lines. */
export const CARD_HEIGHT = 100;
/** Height of a folded row in px. */
export const FOLDED_HEIGHT = 44;

/** The scrolling box; the ring of the current row is drawn while the box has the focus. */
export const boxClass = styleClass({
  position: 'relative',
  flex: '1',
  minH: '0',
  overflow: 'auto',
  overflowAnchor: 'none',
  bg: 'bg',
  // Rows of the previous query: dimmed when the next ones take long.
  '&[aria-busy] [data-index]': {
    opacity: '0.5',
    transition: 'opacity var(--quick) ease-out 400ms',
  },
  '&:focus-visible': { boxShadow: 'none', outline: 'none' },
  '&[data-ring]:focus [data-current]': { boxShadow: 'inset 0 0 0 2px {colors.accent.focusRing}', zIndex: '2' },
  '& [data-unread] [data-title]': { fontWeight: 'semibold' },
  '& [data-mark], & [data-mark] *': { color: 'fg.subtle' },
  '& [data-mark] svg': { opacity: '0.6' },
});

/** Holds the height of all rows. */
export const lengthClass = styleClass({ position: 'relative', minW: 'full' });

/** The rendered rows, moved to their position. */
export const windowClass = styleClass({ position: 'absolute', insetInline: '0', top: '0', willChange: 'transform' });

/** A cell that stays during horizontal scrolling; the lines of its row remain visible. */
export const stuckClass = styleClass({
  // Doubled selector, to take precedence over cell recipes in any order of insertion.
  '&&': {
    position: 'sticky',
    zIndex: '1',
    alignSelf: 'stretch',
    display: 'flex',
    alignItems: 'center',
    my: '2px',
    h: 'auto',
    bgColor: 'inherit',
  },
  // Inherits the background image with the line of the opened row.
  '&&[data-stuck=first]': { insetInlineStart: '0', bg: 'inherit' },
  '&&[data-stuck=second]': { insetInlineStart: `${CHECK_WIDTH}px` },
  '&&:not([data-check])': { boxShadow: '1px 0 0 {colors.border}' },
});

/** Title and presence side by side. */
export const titleClass = styleClass({
  display: 'flex',
  flex: '1',
  minW: '0',
  alignItems: 'center',
  gap: '2',
  '& > .cut': { flex: '1' },
  '& > [data-code]': { textStyle: 'xs', fontFamily: 'figures' },
});

export const foldedHeadClass = styleClass({
  gridColumn: 'auto / -1',
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minW: '0',
  ps: '1.5',
  pe: '4',
  '& > button, & > :first-child': { flex: 'none' },
  '& > :last-child:not(:first-child, button)': { ms: 'auto', minW: '0' },
  '& svg': { w: '3', h: '3' },
});

/** Over the cards of phones, which have no header for the button. */
export const pillLineClass = styleClass({
  position: 'sticky',
  top: '2',
  zIndex: '3',
  h: '0',
  display: 'flex',
  justifyContent: 'center',
});

export const cardClass = styleClass({
  position: 'relative',
  h: `${CARD_HEIGHT}px`,
  px: '4',
  py: '2',
  overflow: 'hidden',
  bgColor: 'bg',
  borderBottomWidth: '1px',
  borderColor: 'border',
  contain: 'layout style',
  '&[data-changed]': { animation: 'glow 1500ms ease-out' },
  '&[data-opened]': { bgColor: 'bg.muted' },
  '&[data-picks]': { ps: '13', userSelect: 'none' },
  '&[aria-selected=true]': { bgColor: 'accent.subtle' },
});

/** A skeleton line for a row that is not loaded. */
export const holeClass = styleClass({
  gridColumn: '1 / -1',
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  px: '4',
  h: 'full',
});

/** A header with a draggable edge and a sort button. */
export const edgedClass = styleClass({ position: 'relative' });
export const sortClass = styleClass({ display: 'inline-flex', alignItems: 'center', gap: '1', minW: '0', h: 'full' });
