import { defineRecipe } from '@chakra-ui/react';
import type { ComponentProps, ReactNode } from 'react';
import { recipeClass, styleClass } from '../../../theme/classes.ts';

const labelClass = recipeClass(
  defineRecipe({
    base: {
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      minH: 'target',
      minW: 'target',
      textStyle: 'sm',
      color: 'fg',
      '&:has(:disabled)': { color: 'fg.subtle', cursor: 'not-allowed' },
    },
    // Bare boxes stay aligned with the text above and below; their click target extends beyond it.
    variants: { bare: { true: { justifyContent: 'center', mx: 'calc((16px - var(--target)) / 2)' } } },
  }),
);

const boxClass = styleClass({
  position: 'relative',
  display: 'inline-flex',
  flex: 'none',
  w: '4',
  h: '4',
  '& input': {
    appearance: 'none',
    w: '4',
    h: '4',
    m: '0',
    bg: 'bg',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'sm',
    cursor: 'inherit',
  },
  '& input:checked, & input:indeterminate': { bg: 'accent.solid', borderColor: 'accent.solid' },
  '& input[aria-invalid=true]': { borderColor: 'bad.solid' },
  '& input:disabled': { opacity: '0.5' },
  // Drawn in CSS, since two icons per list row would be expensive.
  '& input::after': { content: '""', position: 'absolute', color: 'accent.contrast', display: 'none' },
  '& input:checked::after': {
    display: 'block',
    insetInlineStart: '5px',
    top: '2px',
    w: '5px',
    h: '9px',
    borderColor: 'currentcolor',
    borderWidth: '0 2px 2px 0',
    transform: 'rotate(45deg)',
  },
  '& input:indeterminate::after': {
    display: 'block',
    insetInlineStart: '3px',
    top: '7px',
    w: '10px',
    h: '0',
    borderWidth: '0 0 2px 0',
    transform: 'none',
  },
});

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  /** Some but not all of the rows are selected. */
  indeterminate?: boolean;
} & (
    | { label: ReactNode; bare?: false }
    /** The label is for screen readers only: boxes of rows. */
    | { label: string; bare: true }
  );

/** A native checkbox, light enough for each row of a list. */
export function Checkbox({ label, bare, indeterminate = false, ...rest }: CheckboxProps) {
  return (
    <label className={labelClass({ bare })}>
      <span className={boxClass()}>
        <input
          type="checkbox"
          aria-label={bare ? label : undefined}
          ref={input => {
            if (input) input.indeterminate = indeterminate;
          }}
          {...rest}
        />
      </span>
      {!bare && <span>{label}</span>}
    </label>
  );
}
