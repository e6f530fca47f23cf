import { defineRecipe } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { recipeClass, styleClass } from '../../../theme/classes.ts';

const groupClass = recipeClass(
  defineRecipe({
    base: { display: 'grid', gap: '2', borderWidth: '0', p: '0', m: '0', minW: '0' },
    variants: { columns: { 1: {}, 2: { gridTemplateColumns: { sm: '1fr 1fr' } } } },
    defaultVariants: { columns: 2 },
  }),
);

const cardClass = styleClass({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: '1',
  minH: '11',
  p: '3',
  pe: '9',
  bg: 'bg',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'md',
  textStyle: 'sm',
  '&:has(:checked)': { bg: 'accent.subtle', borderColor: 'accent.solid' },
  '&:has(:focus-visible)': { boxShadow: '0 0 0 2px color-mix(in srgb, {colors.accent.focusRing} 24%, transparent)' },
  '&:has(:disabled)': { opacity: '0.5' },
  '& input': {
    appearance: 'none',
    position: 'absolute',
    top: '3',
    insetInlineEnd: '3',
    w: '4',
    h: '4',
    m: '0',
    bg: 'bg',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'full',
  },
  '& input:checked': { borderWidth: '5px', borderColor: 'accent.solid' },
  '& small': { textStyle: 'xs', color: 'fg.muted' },
});

export interface RadioCard<V extends string> {
  value: V;
  /** A line above that says whose value it is. */
  note?: ReactNode;
  label: ReactNode;
  disabled?: boolean;
}

interface RadioCardsProps<V extends string> {
  /** Label for screen readers. */
  label: string;
  cards: readonly RadioCard<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  columns?: 1 | 2;
}

/** A choice of a few cards: the two values of a conflict, a payment method. */
export function RadioCards<V extends string>({ label, cards, value, onChange, columns }: RadioCardsProps<V>) {
  const name = useId();
  return (
    <fieldset className={groupClass({ columns })} aria-label={label}>
      {cards.map(card => (
        <label key={card.value} className={cardClass()}>
          {card.note && <small>{card.note}</small>}
          <span>{card.label}</span>
          <input
            type="radio"
            name={name}
            checked={card.value === value}
            disabled={card.disabled}
            onChange={() => onChange(card.value)}
          />
        </label>
      ))}
    </fieldset>
  );
}
