import type { ComponentProps, FocusEvent, FormEvent } from 'react';

interface NumberFieldProps extends Pick<ComponentProps<'input'>, 'name' | 'required' | 'aria-label'> {
  initial?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
  /** With parts behind a comma or a point. */
  decimal?: boolean;
  /** Hears the number once the field is left. */
  onValue?: (value: number) => void;
}

/** A number that is typed with the keys of the phone: no arrows, and no wheel that changes it by the way. Once it is left it is within its bounds. */
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
