import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, useLanguage } from '../../../kit/i18n/i18n.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { type Editing, useEditing } from '../settings/editing.ts';
import { PartFrame } from '../settings/PartFrame.tsx';
import { Nouns } from './Nouns.tsx';
import { TextSearch } from './TextSearch.tsx';
import { WordsPreview } from './WordsPreview.tsx';
import { loadTexts, type Texts, wordingOf, wordsSource } from './words.ts';

const besideClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', xl: 'minmax(0, 1fr) 320px' },
  gap: '6',
  alignItems: 'start',
  '& > div': { display: 'flex', flexDirection: 'column', gap: '6', minW: '0' },
});
const barClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  w: '240px',
  maxW: 'full',
  textStyle: 'sm',
  color: 'fg.muted',
  whiteSpace: 'nowrap',
});

/** Nouns and texts of the project, with a preview. */
export function WordsPart() {
  const { t } = useTranslation('unit-group');
  const editing = useEditing(wordsSource);
  const reader = useLanguage().language;
  const [language, setLanguage] = useState<Language>(reader);
  const may = useCan(unitGroup.code, 'updateInfo');
  const choice = useId();
  const texts = useTexts(language);
  const label = (name: string) => {
    const [of = '', kind, ...rest] = name.split('.');
    const spoken = LANGUAGE_NAMES[of as Language];
    if (kind !== 'words') return `${spoken} · ${rest.join('.')}`;
    return `${spoken} · ${t(`words.of.${rest[0]}`)} · ${t(`words.form.${rest[1]}`)}`;
  };
  const values = Object.fromEntries([
    ...Object.entries(editing.setting?.values ?? {}),
    ...editing.changes.map(({ name, after }) => [name, after]),
  ]);
  const wording = wordingOf(values, language);
  return (
    <PartFrame editing={editing as Editing} words="words" label={label} locked={() => !may}>
      <label className={barClass()} htmlFor={choice}>
        {t('words.language')}
        <Select
          id={choice}
          value={language}
          choices={LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={event => setLanguage(LANGUAGES.find(candidate => candidate === event.target.value) ?? language)}
        />
      </label>
      <div className={besideClass()}>
        <div>
          <section aria-label={t('words.nouns')}>
            <h2>{t('words.nouns')}</h2>
            <p data-note="">{t('words.nounsText')}</p>
            <Nouns editing={editing as Editing} language={language} locked={!may} />
          </section>
          {texts && (
            <TextSearch
              key={language}
              editing={editing as Editing}
              texts={texts}
              language={language}
              wording={wording}
              locked={!may}
            />
          )}
        </div>
        {texts && <WordsPreview texts={texts} language={language} wording={wording} />}
      </div>
    </PartFrame>
  );
}

function useTexts(language: Language): Texts | null {
  const [read, setRead] = useState<{ language: Language; texts: Texts } | null>(null);
  useEffect(() => {
    let wanted = true;
    void loadTexts(language).then(texts => wanted && setRead({ language, texts }));
    return () => {
      wanted = false;
    };
  }, [language]);
  return read?.language === language ? read.texts : null;
}
