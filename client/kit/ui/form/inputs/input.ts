import type { Field } from '@lobby/shared/kit/fields.ts';
import type { Typed } from '../values.ts';

/** Props of every input. The value's type can only be wrong because of an outdated draft. */
export interface InputProps {
  id: string;
  name: string;
  field: Field;
  label: string;
  value: Typed;
  invalid: boolean;
  /** Errors in its lines by path: `options.0.text`. */
  faults?: Readonly<Record<string, unknown>> | undefined;
  onChange: (value: Typed) => void;
  onBlur: () => void;
  filter?: Readonly<Record<string, string>>;
  /** For days: the earliest. */
  min?: string;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  /** Opens the options at once. */
  autoOpen?: boolean | undefined;
}

export function textOf(value: Typed): string {
  return typeof value === 'string' ? value : '';
}
