import { defineRecipe } from '@chakra-ui/react';
import { recipeClass, styleClass } from '../../../theme/classes.ts';

/**
 * Rows of virtualized lists are plain elements with these class names; `--columns` on the list holds the
 * `grid-template-columns`. A row that just changed has `changed` for 1.5 s (`GLOW_MS`).
 */
export const rowClass = recipeClass(
  defineRecipe({
    base: {
      position: 'relative',
      display: 'grid',
      gridTemplateColumns: 'var(--columns)',
      alignItems: 'center',
      minW: 'full',
      h: 'row',
      bgColor: 'bg',
      color: 'fg',
      borderBottomWidth: '1px',
      borderColor: 'border',
      outline: 'none',
      contentVisibility: 'auto',
      containIntrinsicSize: 'auto {sizes.row}',
      _focusVisible: { boxShadow: 'inset 0 0 0 2px {colors.accent.focusRing}', outline: 'none', zIndex: '2' },
    },
    variants: {
      state: {
        plain: { '@media (hover: hover)': { '&:hover': { bgColor: 'bg.subtle' } } },
        selected: { bgColor: 'accent.subtle' },
        opened: {
          bgColor: 'bg.muted',
          // A background image, so that a sticky cell inherits the line with the colour.
          bgImage: 'linear-gradient({colors.accent.solid}, {colors.accent.solid})',
          bgSize: '2px 100%',
          bgRepeat: 'no-repeat',
        },
      },
      changed: { true: { animation: 'glow 1500ms ease-out', zIndex: '1' } },
      unread: { true: { fontWeight: 'semibold' } },
      folded: { true: { h: '11' } },
    },
    defaultVariants: { state: 'plain' },
  }),
);

/** Duration of the glow: 600 ms constant, 900 ms fading. */
export const GLOW_MS = 1500;

export const cellClass = recipeClass(
  defineRecipe({
    base: {
      minW: '0',
      px: '1.5',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    variants: {
      look: {
        text: {},
        /** Right-aligned: money, dates, counts. */
        number: { textAlign: 'end', fontFamily: 'figures' },
        /** Right-aligned, in the digits of words: months. */
        end: { textAlign: 'end' },
        zero: { textAlign: 'end', color: 'fg.subtle', fontFamily: 'figures' },
        code: { textStyle: 'xs', color: 'fg.muted', fontWeight: 'normal', fontFamily: 'figures' },
        muted: { color: 'fg.muted' },
        /** Not clipped, because avatars with rings and checkboxes extend beyond the cell. */
        control: { display: 'flex', alignItems: 'center', gap: '2', overflow: 'visible' },
      },
      /** Stays during horizontal scrolling. */
      stuck: { true: { position: 'sticky', insetInlineStart: '0', zIndex: '1', bg: 'inherit' } },
      first: { true: { ps: '4' } },
      last: { true: { pe: '4' } },
    },
    defaultVariants: { look: 'text' },
  }),
);

/** Header of a list: 32 px, fixed above the rows. */
export const headRowClass = styleClass({
  position: 'sticky',
  // Headers are dragged, so their text is not selectable.
  userSelect: 'none',
  top: '0',
  zIndex: '3',
  display: 'grid',
  gridTemplateColumns: 'var(--columns)',
  alignItems: 'center',
  minW: 'full',
  h: '8',
  bg: 'bg.subtle',
  color: 'fg.subtle',
  borderBlockWidth: '1px',
  borderColor: 'border',
  textStyle: 'xs',
  fontWeight: 'medium',
});

export const headCellClass = recipeClass(
  defineRecipe({
    base: {
      display: 'flex',
      alignItems: 'center',
      gap: '1',
      h: 'full',
      minW: '0',
      px: '1.5',
      whiteSpace: 'nowrap',
      '& svg': { w: '3', h: '3' },
    },
    variants: {
      look: { text: {}, number: { justifyContent: 'flex-end' } },
      sortable: { true: { '& button': { borderRadius: 'sm', _hover: { color: 'fg' } } } },
      stuck: { true: { position: 'sticky', insetInlineStart: '0', zIndex: '1', bg: 'inherit' } },
      first: { true: { ps: '4' } },
      last: { true: { pe: '4' } },
    },
    defaultVariants: { look: 'text' },
  }),
);

/** Button of pending new rows, in the header over the title column. */
export const newRowsClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  h: '6',
  px: '2.5',
  bg: 'bg',
  color: 'accent.fg',
  borderWidth: '1px',
  borderColor: 'accent.solid',
  borderRadius: 'full',
  textStyle: 'xs',
  fontWeight: 'medium',
  whiteSpace: 'nowrap',
  _hover: { bg: 'accent.subtle' },
});
