import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../controls/Checkbox.tsx';
import { Select } from '../../../controls/Select.tsx';
import { useFieldWords, useFormScope } from '../../form-context.ts';
import { type InputProps, textOf } from '../input.ts';

/** Selects an option of a choice field. */
export function ChoiceInput({ name, field, value, placeholder, onChange, onBlur, disabled, autoFocus }: InputProps) {
  const { t } = useTranslation('kit');
  const { name: words } = useFormScope();
  const say = useFieldWords(words);
  if (field.kind !== 'choice') return null;
  const none = field.required || field.initial ? undefined : { value: '', label: t('form.none') };
  const options = field.options.map(option => ({ value: option, label: say.option(name, option) }));
  return (
    <Select
      name={name}
      choices={none ? [none, ...options] : options}
      placeholder={none || field.initial ? undefined : (placeholder ?? t('form.choose'))}
      value={textOf(value)}
      disabled={disabled}
      autoFocus={autoFocus}
      onChange={event => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

/** A checkbox with its label. */
export function FlagInput({ name, label, value, invalid, onChange, onBlur, disabled }: InputProps) {
  return (
    <Checkbox
      name={name}
      label={label}
      checked={value === true}
      aria-invalid={invalid || undefined}
      disabled={disabled}
      onChange={event => onChange(event.target.checked)}
      onBlur={onBlur}
    />
  );
}
