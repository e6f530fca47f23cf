import { defineRecipe } from '@chakra-ui/react';
import { recipeClass } from '../../../theme/classes.ts';

const keyClass = recipeClass(
  defineRecipe({
    base: {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      flex: 'none',
      h: '18px',
      minW: '18px',
      px: '1',
      borderRadius: 'sm',
      textStyle: 'xs',
      fontFamily: 'body',
      fontWeight: 'normal',
      whiteSpace: 'nowrap',
    },
    variants: {
      look: {
        /** With a frame: in a field, a menu, or the footer. */
        cap: { borderWidth: '1px', borderColor: 'border.emphasized', bg: 'bg', color: 'fg.muted' },
        /** Without a frame on a filled background: a primary button, a tooltip. */
        bare: { px: '0', minW: '0', color: 'inherit' },
      },
    },
    defaultVariants: { look: 'cap' },
  }),
);

/** A key of the keyboard, such as `/`, `Shift F` or `Esc`. */
export function KeyCap({ keys, look = 'cap' }: { keys: string; look?: 'cap' | 'bare' }) {
  return <kbd className={keyClass({ look })}>{keys}</kbd>;
}
