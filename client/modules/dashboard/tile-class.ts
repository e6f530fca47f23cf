import { defineRecipe } from '@chakra-ui/react';
import { recipeClass, styleClass } from '../../theme/classes.ts';

export const gridClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr 1fr', md: 'repeat(3, 1fr)', xl: 'repeat(4, 1fr)' },
  borderBlockWidth: '1px',
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
      flexDirection: 'column',
      gap: '1',
      h: 'full',
      minW: '0',
      px: '4',
      py: '3',
      color: 'fg',
      textDecoration: 'none',
      textAlign: 'start',
      _hover: { bg: 'bg.subtle' },
      '& > small': { textStyle: 'xs', color: 'fg.muted' },
      '& > span': { textStyle: 'sm' },
      '& > b': { textStyle: 'lg', fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
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
