import { defineRecipe } from '@chakra-ui/react';
import { recipeClass, styleClass } from '../../theme/classes.ts';

export const gridClass = styleClass({
  display: 'grid',
  flex: 'none',
  gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(176px, 1fr))' },
  borderBlockEndWidth: '1px',
  borderColor: 'border',
  overflow: 'hidden',
  '& > li': { minW: '0', boxShadow: '-1px -1px 0 0 var(--chakra-colors-border)' },
  listStyle: 'none',
  p: '0',
  m: '0',
});

export const tileClass = recipeClass(
  defineRecipe({
    base: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2',
      h: 'full',
      minH: '11',
      minW: '0',
      px: '4',
      py: '1.5',
      color: 'fg',
      textDecoration: 'none',
      textAlign: 'start',
      _hover: { bg: 'bg.subtle' },
      _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
      '& > span': { display: 'grid', minW: '0', textStyle: 'sm' },
      '& small': { textStyle: 'xs', color: 'fg.subtle' },
      '& > b': { textStyle: 'md', fontWeight: 'semibold', fontFamily: 'figures' },
    },
    variants: {
      tone: {
        bad: { '& > b': { color: 'bad.fg' } },
        waiting: { '& > b': { color: 'waiting.fg' } },
        plain: {},
        none: { '& > b': { color: 'fg.muted', fontWeight: 'medium' } },
      },
    },
  }),
);
