import { countriesIn, countryName } from '@lobby/shared/kit/countries.ts';
import { useMemo } from 'react';
import { useLanguage } from '../../../i18n/i18n.ts';
import { Choices } from './ChoiceEditor.tsx';
import type { EditorProps } from './editor-props.ts';

/** Edits a filter by country. */
export function CountryEditor({ label, condition, onChange }: EditorProps) {
  const { language } = useLanguage();
  const codes = useMemo(() => countriesIn(language).map(({ code }) => code), [language]);
  return (
    <Choices
      label={label}
      values={codes}
      chosen={condition.in ?? []}
      word={code => countryName(code, language)}
      onChange={chosen => onChange({ in: chosen })}
    />
  );
}
