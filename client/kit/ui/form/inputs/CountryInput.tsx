import { countriesIn } from '@lobby/shared/kit/countries.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Combobox } from '../../controls/Combobox.tsx';
import type { LoadOptions } from '../../controls/options.ts';
import { AddressInput } from './AddressInput.tsx';
import { type InputProps, textOf } from './input.ts';
import { SecretInput, TidyInput } from './TypedInput.tsx';

/** A line of text, or a country, password or address by field. */
export function LineInput(props: InputProps) {
  const { field } = props;
  if (field.kind === 'text' && field.country) return <CountryInput {...props} />;
  if (field.kind === 'text' && field.secret) return <SecretInput {...props} />;
  return field.kind === 'text' && field.address ? <AddressInput {...props} /> : <TidyInput {...props} />;
}

/** A country, found by any part of its name in the reader's language. */
function CountryInput({ value, placeholder, disabled, onChange, onBlur }: InputProps) {
  const { i18n } = useTranslation();
  const countries = useMemo(
    () => countriesIn(i18n.language).map(({ code, name }) => ({ value: code, label: name, note: code })),
    [i18n.language],
  );
  const load = useCallback<LoadOptions>(
    async typed => countries.filter(({ label, note }) => fold(`${label} ${note}`).includes(fold(typed))).slice(0, 100),
    [countries],
  );
  const code = textOf(value);
  return (
    <Combobox
      load={load}
      value={countries.find(country => country.value === code) ?? null}
      placeholder={placeholder}
      disabled={disabled}
      onChange={option => onChange(option?.value ?? '')}
      onBlur={onBlur}
    />
  );
}
