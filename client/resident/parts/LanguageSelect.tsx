import { LANGUAGES, languageNow, loadWords, t } from '../words.ts';
import { Choice } from './Choice.tsx';

const NAMES = { vi: 'Tiếng Việt', en: 'English', ja: '日本語', zh: '中文', ko: '한국어' } as const;

/** Selects the language of the app; `onChosen` re-renders the page. */
export const LanguageSelect = ({ onChosen, bare = false }: { onChosen: () => void; bare?: boolean }) => (
  <Choice
    bare={bare}
    label={t('language')}
    value={languageNow()}
    options={LANGUAGES.map(language => ({ value: language, text: NAMES[language] }))}
    onChange={value => void loadWords(LANGUAGES.find(language => language === value)).then(onChosen)}
  />
);
