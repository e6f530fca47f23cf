import type { Language } from '@lobby/shared/kit/languages.ts';
import { NOUNS, OWN_NOUNS } from '@lobby/shared/kit/nouns.ts';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { styleClass } from '../../../theme/classes.ts';
import type { Editing } from '../settings/editing.ts';
import { FORMS, nounKey } from './words.ts';

const tableClass = styleClass({
  w: 'full',
  borderCollapse: 'collapse',
  textStyle: 'sm',
  '& th': { textAlign: 'start', fontWeight: 'normal', color: 'fg.muted', py: '1', pe: '2', whiteSpace: 'nowrap' },
  '& td': { py: '1', pe: '2' },
});
interface NounsProps {
  editing: Editing;
  language: Language;
  locked: boolean;
}

/** The project's words for apartment, resident and project. */
export function Nouns({ editing, language, locked }: NounsProps) {
  const { t } = useTranslation('unit-group');
  // Only English distinguishes singular and plural.
  const forms = FORMS.filter(form => form !== 'other' || language === 'en');
  return (
    <table className={tableClass()}>
      <thead>
        <tr>
          <td />
          {forms.map(form => (
            <th key={form} scope="col">
              {t(`words.form.${form}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NOUNS.map(noun => (
          <tr key={noun}>
            <th scope="row">{OWN_NOUNS[language][noun].one}</th>
            {forms.map(form => {
              const name = nounKey(language, noun, form);
              const value = editing.value(name);
              const error = editing.errorOf(`languages.${name}`);
              return (
                <td key={form}>
                  <TextInput
                    name={name}
                    aria-label={`${OWN_NOUNS[language][noun].one} · ${t(`words.form.${form}`)}`}
                    aria-invalid={error ? true : undefined}
                    title={error}
                    maxLength={40}
                    placeholder={OWN_NOUNS[language][noun][form]}
                    value={typeof value === 'string' ? value : ''}
                    disabled={locked}
                    onChange={event => editing.put(name, event.target.value || null)}
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
