import { Labelled } from './parts.tsx';
import { LANGUAGES, languageNow, loadWords, t } from './words.ts';

const NAMES = { vi: 'Tiếng Việt', en: 'English', ja: '日本語', zh: '中文', ko: '한국어' } as const;

/** Which language the app speaks; `onChosen` draws its page anew. */
export const LanguageSelect = ({ onChosen }: { onChosen: () => void }) => (
  <Labelled label={t('language')}>
    <select
      value={languageNow()}
      onChange={event => void loadWords(LANGUAGES.find(one => one === event.target.value)).then(onChosen)}
    >
      {LANGUAGES.map(one => (
        <option key={one} value={one}>
          {NAMES[one]}
        </option>
      ))}
    </select>
  </Labelled>
);
