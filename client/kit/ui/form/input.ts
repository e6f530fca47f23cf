import type { Field } from '@lobby/shared/kit/fields.ts';
import type { Typed } from './values.ts';

/** What every input gets; what it holds may be of another shape than it expects only by a mistake in a draft. */
export interface InputProps {
  id: string;
  name: string;
  field: Field;
  label: string;
  value: Typed;
  invalid: boolean;
  /** What is wrong in its lines, by the path: `options.0.text`. */
  faults?: Readonly<Record<string, unknown>> | undefined;
  onChange: (value: Typed) => void;
  onBlur: () => void;
  filter?: Readonly<Record<string, string>>;
  /** Of days the first that is offered. */
  min?: string;
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  /** What can be chosen is shown at once. */
  autoOpen?: boolean | undefined;
}

/** The text that an input holds. */
export function textOf(value: Typed): string {
  return typeof value === 'string' ? value : '';
}
