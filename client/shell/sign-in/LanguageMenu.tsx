import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { ChevronDown, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES, useLanguage } from '../../kit/i18n/i18n.ts';
import { VisuallyHidden } from '../../kit/ui/marks/VisuallyHidden.tsx';
import { Menu, type MenuSection } from '../../kit/ui/overlay/Menu.tsx';
import { styleClass } from '../../theme/classes.ts';

const triggerClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minH: 'control',
  px: '2',
  borderRadius: 'md',
  color: 'fg.muted',
  '&:hover, &[aria-expanded=true]': { bg: 'bg.muted', color: 'fg' },
});

/** The five languages as a menu section. */
export function useLanguageSection(): MenuSection {
  const { t } = useTranslation('shell');
  const { language, setLanguage } = useLanguage();
  return {
    key: 'language',
    label: t('language.label'),
    value: language,
    onValue: key => {
      const next = LANGUAGES.find(choice => choice === key);
      if (next) void setLanguage(next);
    },
    items: LANGUAGES.map(key => ({ key, label: <span lang={key}>{LANGUAGE_NAMES[key]}</span> })),
  };
}

/** The current language with a menu of the others; `short` shows its two letters only. */
export function LanguageMenu({ short }: { short?: boolean }) {
  const { t } = useTranslation('shell');
  const { language } = useLanguage();
  const section = useLanguageSection();
  return (
    <Menu
      placement="bottom-end"
      sections={[section]}
      trigger={
        <button type="button" className={triggerClass()}>
          <Globe />
          <VisuallyHidden>{t('language.label')}</VisuallyHidden>
          {short ? language.toUpperCase() : LANGUAGE_NAMES[language]}
          {!short && <ChevronDown size={14} />}
        </button>
      }
    />
  );
}
