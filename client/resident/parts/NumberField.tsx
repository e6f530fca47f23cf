import type { ComponentProps, FocusEvent, FormEvent } from 'react';

interface NumberFieldProps extends Pick<ComponentProps<'input'>, 'name' | 'required' | 'aria-label'> {
  initial?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
  /** Allows decimals, with comma or point. */
  decimal?: boolean;
  /** Called with the number when the field loses focus. */
  onValue?: (value: number) => void;
}

/** A number input with numeric keyboard, without arrows or changes by the mouse wheel. On blur the number is clamped to its bounds. */
export function NumberField({ initial, min, max, decimal = false, onValue, ...rest }: NumberFieldProps) {
  const tidy = ({ currentTarget: input }: FormEvent<HTMLInputElement>) => {
    input.value = input.value.replace(decimal ? /[^\d.,-]/g : /\D/g, '');
  };
  const leave = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    const typed = input.value === '' ? (onValue ? min : undefined) : Number(input.value.replace(',', '.'));
    if (typed === undefined || Number.isNaN(typed)) return;
    const within = Math.max(min ?? -Infinity, Math.min(max ?? Infinity, typed));
    if (within !== typed || input.value === '') input.value = String(within);
    onValue?.(within);
  };
  return (
    <input
      {...rest}
      inputMode={decimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      defaultValue={initial}
      onInput={tidy}
      onBlur={leave}
    />
  );
}
