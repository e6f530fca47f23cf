import type { Language } from '@lobby/shared/kit/languages.ts';
import type { Wording } from '@lobby/shared/kit/nouns.ts';
import { Building2, Plus, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { sayText, type Texts } from './words.ts';

const previewClass = styleClass({
  position: 'sticky',
  top: '0',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'lg',
  overflow: 'hidden',
  '& > p': { m: '0', px: '3', py: '2', textStyle: 'xs', color: 'fg.muted', bg: 'bg.subtle' },
  '& > ul': { listStyle: 'none', m: '0', px: '3', py: '2', borderTopWidth: '1px', borderColor: 'border' },
  '& > ul > li': { display: 'flex', alignItems: 'center', gap: '2', py: '1', textStyle: 'sm' },
  '& > div': { px: '3', py: '3', borderTopWidth: '1px', borderColor: 'border', textStyle: 'sm' },
  '& > div > header': { display: 'flex', alignItems: 'center', gap: '2', mb: '2' },
  '& > div > header strong': { flex: '1', textStyle: 'md', fontWeight: 'semibold' },
  '& > div > header span': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    px: '2',
    py: '1',
    borderRadius: 'md',
    bg: 'accent.solid',
    color: 'accent.contrast',
    textStyle: 'xs',
    fontWeight: 'medium',
  },
  '& small': { display: 'block', textStyle: 'xs', color: 'fg.muted', mt: '1' },
});

interface WordsPreviewProps {
  texts: Texts;
  language: Language;
  wording: Wording;
}

/** Preview of texts in typical places: menu, list, empty list, project switch, changed texts. */
export function WordsPreview({ texts, language, wording }: WordsPreviewProps) {
  const { t } = useTranslation('unit-group');
  const say = (key: string) => sayText(texts, key, language, wording);
  const changed = Object.keys(wording.texts).filter(key => texts.has(key));
  return (
    <aside className={previewClass()} aria-label={t('words.preview')} lang={language}>
      <p lang="">{t('words.previewText')}</p>
      <ul>
        <li>
          <Building2 size={14} aria-hidden />
          {say('menu:units')}
        </li>
        <li>
          <Users size={14} aria-hidden />
          {say('menu:members')}
        </li>
      </ul>
      <div>
        <header>
          <strong>{say('unit:plural')}</strong>
          <span>
            <Plus size={12} aria-hidden />
            {say('unit:actions.create')}
          </span>
        </header>
        {say('unit:empty.title')}
        <small>{say('unit:empty.text')}</small>
      </div>
      <div>
        {say('shell:project.switch')}
        <small>{say('installation:expired.text')}</small>
      </div>
      {changed.length > 0 && (
        <ul>
          {changed.map(key => (
            <li key={key}>{say(key)}</li>
          ))}
        </ul>
      )}
    </aside>
  );
}
