import { BookOpen, ChevronDown, LogOut, Monitor, Moon, Rows2, Rows4, Sparkles, Sun, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { usePhone } from '../../kit/ui/layout/phone.ts';
import { Avatar, type Person } from '../../kit/ui/marks/Avatar.tsx';
import { VisuallyHidden } from '../../kit/ui/marks/VisuallyHidden.tsx';
import { Menu, type MenuSection } from '../../kit/ui/overlay/Menu.tsx';
import { styleClass } from '../../theme/classes.ts';
import { useDensity } from '../../theme/density.ts';
import { MODES, useColorMode } from '../../theme/mode.ts';

export interface Reader extends Person {
  /** Position in the project, below the name. */
  position?: string;
}

const MODE_ICONS = { light: Sun, dark: Moon, system: Monitor };

/** Colour mode and row height as menu sections. */
export function useLookSections(): MenuSection[] {
  const { t } = useTranslation('shell');
  const { mode, setMode } = useColorMode();
  const { density, setDensity } = useDensity();
  return [
    {
      key: 'mode',
      label: t('mode.label'),
      value: mode,
      onValue: key => setMode(MODES.find(choice => choice === key) ?? 'system'),
      items: MODES.map(key => ({ key, label: t(`mode.${key}`), icon: MODE_ICONS[key] })),
    },
    {
      key: 'density',
      label: t('density.label'),
      value: density,
      onValue: key => setDensity(key === 'comfortable' ? 'comfortable' : 'compact'),
      items: [
        { key: 'compact', label: t('density.compact'), icon: Rows4 },
        { key: 'comfortable', label: t('density.comfortable'), icon: Rows2 },
      ],
    },
  ];
}

const triggerClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minH: '10',
  px: '2',
  borderRadius: 'md',
  fontWeight: 'medium',
  minW: '0',
  '& > svg': { color: 'fg.muted' },
  '&:hover, &[aria-expanded=true]': { bg: 'bg.muted' },
});

interface PersonMenuProps {
  person: Reader;
  /** The current project, in whose menu news are offered. */
  projectId?: string;
  onSignOut: () => void;
}

/** Menu of the user: appearance and sign-out. */
export function PersonMenu({ person, projectId, onSignOut }: PersonMenuProps) {
  const { t } = useTranslation('shell');
  const look = useLookSections();
  const phone = usePhone();
  const navigate = useNavigate();
  const news = `/projects/${projectId}/whats-new`;
  const guide = `/projects/${projectId}/guide`;
  const way = {
    key: 'out',
    items: [
      { key: 'profile', label: t('person.profile'), icon: UserRound, onSelect: () => void navigate('/profile') },
      ...(projectId
        ? [
            { key: 'guide', label: t('person.guide'), icon: BookOpen, onSelect: () => void navigate(guide) },
            { key: 'news', label: t('person.news'), icon: Sparkles, onSelect: () => void navigate(news) },
          ]
        : []),
      { key: 'signOut', label: t('person.signOut'), icon: LogOut, onSelect: onSignOut },
    ],
  };
  const who = { ...way, key: 'who', label: person.position };
  return (
    <Menu
      placement="bottom-end"
      sections={[...look, person.position ? who : way]}
      trigger={
        <button type="button" className={triggerClass()}>
          <VisuallyHidden>{t('person.menu')}</VisuallyHidden>
          <Avatar person={person} size={28} named={!phone} />
          {!phone && <span className="cut">{person.name}</span>}
          {!phone && <ChevronDown size={14} />}
        </button>
      }
    />
  );
}
