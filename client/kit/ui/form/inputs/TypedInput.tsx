import type { Kind } from '@lobby/shared/kit/fields.ts';
import type { KeyboardEvent } from 'react';
import { TextArea } from '../../controls/TextArea.tsx';
import { PasswordInput, TextInput } from '../../controls/TextInput.tsx';
import { useWriting } from '../form-context.ts';
import { tidy } from '../values.ts';
import { type InputProps, textOf } from './input.ts';

/** Submits the form on Ctrl+Enter, where Enter makes a new line. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

const native = ({ id: _id, field: _field, label: _label, invalid: _invalid, filter: _filter, ...rest }: InputProps) =>
  rest;

/** Multi-line text. */
export function LongTextInput(props: InputProps) {
  return (
    <TextArea
      {...native(props)}
      rows={3}
      value={textOf(props.value)}
      onChange={event => props.onChange(event.target.value)}
      onKeyDown={submitOnCtrlEnter}
    />
  );
}

/** A line of text, formatted on blur. */
export function TidyInput({
  after,
  inputMode,
  type,
  ...props
}: InputProps & Pick<Parameters<typeof TextInput>[0], 'after' | 'inputMode' | 'type'>) {
  const how = useWriting();
  const leave = () => {
    const tidied = tidy(props.field, textOf(props.value), how);
    if (tidied !== props.value) props.onChange(tidied);
    props.onBlur();
  };
  return (
    <TextInput
      {...native(props)}
      type={type}
      inputMode={inputMode}
      autoComplete="off"
      after={after}
      value={textOf(props.value)}
      onChange={event => props.onChange(event.target.value)}
      onBlur={leave}
    />
  );
}

/** A new password, for which browsers do not offer stored ones. */
export function SecretInput(props: InputProps) {
  return (
    <PasswordInput
      {...native(props)}
      autoComplete="new-password"
      value={textOf(props.value)}
      onChange={event => props.onChange(event.target.value)}
    />
  );
}

const UNITS: Partial<Record<Kind, string>> = { money: '₫', percent: '%' };

/** A number with separators and unit. */
export function NumberInput(props: InputProps) {
  const { kind } = props.field;
  const unit = UNITS[kind];
  const after = unit && (
    <span aria-hidden style={{ paddingInline: 8 }}>
      {unit}
    </span>
  );
  return (
    <TidyInput
      {...props}
      inputMode={kind === 'percent' || kind === 'decimal' ? 'decimal' : 'numeric'}
      after={after || undefined}
    />
  );
}

const MODES = { phone: 'tel', email: 'email', identifier: 'text' } as const;

/** A phone number, e-mail address or identity number. */
export function ContactInput(props: InputProps) {
  const { kind } = props.field;
  const inputMode = kind === 'phone' || kind === 'email' ? MODES[kind] : 'text';
  return <TidyInput {...props} inputMode={inputMode} />;
}
