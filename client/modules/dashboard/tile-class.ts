import { defineRecipe } from '@chakra-ui/react';
import { recipeClass, styleClass } from '../../theme/classes.ts';

export const gridClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr 1fr', md: 'repeat(3, 1fr)', xl: 'repeat(4, 1fr)' },
  gap: '3',
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
      p: '3',
      borderWidth: '1px',
      borderColor: 'border',
      borderRadius: 'md',
      color: 'fg',
      textDecoration: 'none',
      textAlign: 'start',
      _hover: { bg: 'bg.subtle' },
      '& > small': { textStyle: 'xs', color: 'fg.muted' },
      '& > span': { textStyle: 'sm' },
      '& > b': { fontSize: '28px', lineHeight: '1.2', fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
    },
    variants: {
      tone: {
        bad: { '& > b': { color: 'bad.fg' } },
        waiting: { '& > b': { color: 'waiting.fg' } },
        plain: {},
        none: { '& > b': { color: 'fg.muted', textStyle: 'md', lineHeight: '36px', fontWeight: 'medium' } },
      },
    },
  }),
);
