import { defineRecipe } from '@chakra-ui/react';
import type { RowOf } from '@lobby/shared/kit/definition.ts';
import type { label } from '@lobby/shared/modules/label.ts';
import { recipeClass } from '../../theme/classes.ts';

const PALETTES: Record<RowOf<typeof label>['color'], string> = {
  grey: 'ended',
  teal: 'tint6',
  blue: 'tint1',
  green: 'tint3',
  amber: 'tint4',
  red: 'bad',
  violet: 'tint7',
  pink: 'tint5',
};

const chipClass = recipeClass(
  defineRecipe({
    base: {
      display: 'inline-flex',
      alignItems: 'center',
      maxW: 'full',
      h: '5',
      px: '1.5',
      borderRadius: 'sm',
      bg: 'colorPalette.subtle',
      color: 'colorPalette.fg',
      textStyle: 'xs',
      fontWeight: 'medium',
      verticalAlign: 'middle',
    },
    variants: {
      color: Object.fromEntries(Object.entries(PALETTES).map(([color, colorPalette]) => [color, { colorPalette }])),
    },
    defaultVariants: { color: 'grey' },
  }),
);

export function LabelChip({ name, color }: { name: string; color: unknown }) {
  return (
    <span className={chipClass({ color: typeof color === 'string' && color in PALETTES ? color : 'grey' })}>
      <span className="cut">{name}</span>
    </span>
  );
}
