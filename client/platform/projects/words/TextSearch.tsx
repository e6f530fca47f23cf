import type { Language } from '@lobby/shared/kit/languages.ts';
import { sayNouns, type Wording } from '@lobby/shared/kit/nouns.ts';
import { Pencil, Search, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { TextArea } from '../../../kit/ui/controls/TextArea.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { styleClass } from '../../../theme/classes.ts';
import type { Editing } from '../settings/editing.ts';
import { findTexts, type Texts, textKey } from './words.ts';

const listClass = styleClass({
  listStyle: 'none',
  m: '0',
  mt: '2',
  p: '0',
  '& > li': { py: '2', borderBottomWidth: '1px', borderColor: 'border', textStyle: 'sm' },
  '& > li > div': { display: 'flex', alignItems: 'center', gap: '2' },
  '& > li > div > span': { flex: '1', minW: '0' },
});

interface TextSearchProps {
  editing: Editing;
  texts: Texts;
  language: Language;
  wording: Wording;
  locked: boolean;
}

/** Searches and edits interface texts; changed ones come first. */
export function TextSearch({ editing, texts, language, wording, locked }: TextSearchProps) {
  const { t } = useTranslation('unit-group');
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState<readonly string[]>([]);
  const { found: matches, more } = useMemo(
    () => findTexts(texts, typed, language, wording),
    [texts, typed, language, wording],
  );
  const changed = Object.keys(wording.texts).filter(key => texts.has(key));
  const shown = [...new Set([...changed, ...opened])];
  const rest = matches.filter(({ key }) => !shown.includes(key));
  return (
    <section aria-label={t('words.single')}>
      <h2>{t('words.single')}</h2>
      <TextInput
        place="bar"
        icon={Search}
        type="search"
        value={typed}
        aria-label={t('words.search')}
        placeholder={t('words.search')}
        onChange={event => setTyped(event.target.value)}
      />
      <ul className={listClass()}>
        {rest.map(({ key, said: text }) => (
          <li key={key}>
            <div>
              <span>{text}</span>
              {!locked && (
                <IconButton
                  icon={Pencil}
                  size="sm"
                  label={t('words.change')}
                  onClick={() => setOpened([...opened, key])}
                />
              )}
            </div>
          </li>
        ))}
        {shown.map(key => (
          <li key={key}>
            <Single
              editing={editing}
              name={textKey(language, key)}
              own={texts.get(key) ?? ''}
              language={language}
              locked={locked}
              onClose={() => setOpened(opened.filter(other => other !== key))}
            />
          </li>
        ))}
      </ul>
      {more > 0 && <p data-note="">{t('words.more', { count: more })}</p>}
      {typed.trim().length > 1 && matches.length === 0 && <p data-note="">{t('words.none')}</p>}
    </section>
  );
}

interface SingleProps {
  editing: Editing;
  name: string;
  /** The product's text with marked nouns. */
  own: string;
  language: Language;
  locked: boolean;
  onClose: () => void;
}

function Single({ editing, name, own: original, language, locked, onClose }: SingleProps) {
  const { t } = useTranslation('unit-group');
  const value = editing.value(name);
  return (
    <div>
      <span>
        <Field
          label={name.split('.').slice(2).join('.')}
          error={editing.errorOf(name)}
          help={t('words.original', { text: sayNouns(original, language), interpolation: { skipOnVariables: true } })}
        >
          <TextArea
            rows={1}
            maxLength={500}
            value={typeof value === 'string' ? value : original}
            disabled={locked}
            onChange={event => editing.put(name, event.target.value.trim() === '' ? null : event.target.value)}
          />
        </Field>
      </span>
      {!locked && (
        <IconButton
          icon={Undo2}
          size="sm"
          label={t('words.back')}
          onClick={() => {
            editing.put(name, null);
            onClose();
          }}
        />
      )}
    </div>
  );
}
