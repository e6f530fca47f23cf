import { defineRecipe } from '@chakra-ui/react';
import { recipeClass, styleClass } from '../../theme/classes.ts';

export const barClass = recipeClass(
  defineRecipe({
    base: {
      display: 'flex',
      flexDirection: 'column',
      flex: 'none',
      h: 'full',
      bg: 'bg.canvas',
      borderInlineEndWidth: '1px',
      borderColor: 'border',
    },
    variants: { icons: { true: { w: 'sideBarIcons' }, false: { w: 'sideBar' } } },
  }),
);

export const brandClass = recipeClass(
  defineRecipe({
    base: {
      display: 'flex',
      alignItems: 'center',
      flex: 'none',
      h: '12',
      gap: '2',
      borderBottomWidth: '1px',
      borderColor: 'border',
      fontWeight: 'semibold',
    },
    variants: { icons: { true: { justifyContent: 'center' }, false: { ps: '4', pe: '1.5' } } },
  }),
);

export const listClass = styleClass({
  flex: '1',
  minH: '0',
  overflowY: 'auto',
  py: '2',
  px: '2',
  scrollbarWidth: 'thin',
});

export const groupClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  w: 'full',
  minH: 'control',
  ps: '2',
  pe: '1.5',
  borderRadius: 'md',
  color: 'fg.muted',
  textAlign: 'start',
  fontWeight: 'medium',
  _hover: { bg: 'bg.muted', color: 'fg' },
});

export const entryClass = recipeClass(
  defineRecipe({
    base: {
      position: 'relative',
      display: 'flex',
      alignItems: 'center',
      gap: '2',
      minH: 'control',
      pe: '2',
      borderRadius: 'md',
      color: 'fg.muted',
      textDecoration: 'none',
      _hover: { bg: 'bg.muted', color: 'fg' },
    },
    variants: {
      active: {
        true: {
          bg: 'bg.emphasized',
          color: 'fg',
          fontWeight: 'semibold',
          _hover: { bg: 'bg.emphasized' },
          _before: {
            content: '""',
            position: 'absolute',
            insetInlineStart: '0',
            w: '0.5',
            h: '4',
            borderRadius: 'full',
            bg: 'accent.solid',
          },
        },
      },
      place: { group: { ps: '8' }, pinned: { ps: '2' }, foot: { ps: '2', fontWeight: 'medium' } },
    },
    defaultVariants: { place: 'group' },
  }),
);

export const iconClass = recipeClass(
  defineRecipe({
    base: {
      position: 'relative',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      w: 'full',
      minH: 'control',
      borderRadius: 'md',
      color: 'fg.muted',
      _hover: { bg: 'bg.muted', color: 'fg' },
    },
    variants: {
      active: { true: { bg: 'bg.emphasized', color: 'fg', _hover: { bg: 'bg.emphasized' } } },
      waiting: {
        true: {
          _after: {
            content: '""',
            position: 'absolute',
            top: '6px',
            insetInlineEnd: '8px',
            w: '1.5',
            h: '1.5',
            borderRadius: 'full',
            bg: 'accent.solid',
          },
        },
      },
    },
  }),
);

/** The bottom part scrolls by itself, so that the menu above keeps its space. */
export const footClass = styleClass({
  flex: 'none',
  maxH: '45%',
  overflowY: 'auto',
  p: '2',
  borderTopWidth: '1px',
  borderColor: 'border',
  scrollbarWidth: 'thin',
});

/** Headings of pinned and other entries. */
export const partClass = styleClass({ textStyle: 'xs', color: 'fg.subtle', px: '2', pt: '3', pb: '1' });

export const toggleClass = styleClass({ display: 'flex', justifyContent: 'center', pb: '1' });
