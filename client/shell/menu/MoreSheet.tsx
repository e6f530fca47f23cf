import { defineRecipe } from '@chakra-ui/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { Bell, BookOpen, Check, ChevronRight, House, LogOut, Pin, Search, Sparkles, UserRound } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { badgesAtom } from '../../kit/live/badges.ts';
import { Badge } from '../../kit/ui/marks/Badge.tsx';
import type { MenuSection } from '../../kit/ui/overlay/Menu.tsx';
import { Sheet } from '../../kit/ui/overlay/Sheet.tsx';
import { recipeClass, styleClass } from '../../theme/classes.ts';
import type { HeaderProps } from '../head/Header.tsx';
import { overAtom } from '../palette/open.ts';
import { useLanguageSection } from '../sign-in/LanguageMenu.tsx';
import { type MenuGroup, menuBelow } from './menu.ts';
import { useLookSections } from './PersonMenu.tsx';
import { usePins } from './pins.ts';

const lineClass = recipeClass(
  defineRecipe({
    base: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      w: 'calc(100% + 16px)',
      minH: '11',
      px: '2',
      mx: '-2',
      borderRadius: 'md',
      color: 'fg',
      textAlign: 'start',
      textDecoration: 'none',
      '& svg': { color: 'fg.muted' },
    },
    variants: { chosen: { true: { fontWeight: 'medium', '& svg': { color: 'accent.fg' } } } },
  }),
);

const headClass = styleClass({ textStyle: 'xs', color: 'fg.subtle', pt: '3', pb: '1' });

export interface MoreSheetProps extends HeaderProps {
  menu: readonly MenuGroup[];
  /** The news as a line. */
  news?: (onGo: () => void) => ReactNode;
  open: boolean;
  onClose: () => void;
}

/** The whole menu on phones, with what the header holds on wide screens. */
export function MoreSheet(props: MoreSheetProps) {
  const { menu, news, project, projects, onProject, person, onSignOut, open, onClose } = props;
  const { t } = useTranslation('shell');
  const language = useLanguageSection();
  const look = useLookSections();
  const over = useSetAtom(overAtom);
  const unseen = useAtomValue(badgesAtom(project.id)).NOTIFICATION ?? 0;
  const { entries: pinned } = usePins(project.id, menu);
  const { daily, settings } = menuBelow(menu, pinned);
  const top = { key: 'pinned', label: t('menu.pinned'), icon: Pin, entries: pinned };
  const shown: MenuGroup[] = [...(pinned.length > 0 ? [top] : []), ...daily, ...settings];
  const choices: MenuSection[] = [
    {
      key: 'project',
      label: t('project.switch'),
      value: project.id,
      onValue: id => {
        onClose();
        onProject(id);
      },
      items: projects.map(({ id, name }) => ({ key: id, label: name })),
    },
    language,
    ...look,
  ];
  return (
    <Sheet open={open} title={person.name} onClose={onClose}>
      {/* Current project and link home, since phones have no header. */}
      <Link to={`/projects/${project.id}`} className={lineClass()} onClick={onClose}>
        <House />
        <span style={{ flex: 1 }}>{t('menu.home')}</span>
        <small>{project.name}</small>
      </Link>
      <button
        type="button"
        className={lineClass()}
        onClick={() => {
          onClose();
          over('palette');
        }}
      >
        <Search />
        {t('palette.open')}
      </button>
      <Link to={`/projects/${project.id}/notifications`} className={lineClass()} onClick={onClose}>
        <Bell />
        <span style={{ flex: 1 }}>{t('bell.none')}</span>
        <Badge count={unseen} look="alarm" />
      </Link>
      {news?.(onClose)}
      {shown.map(group => (
        <Fragment key={group.key}>
          <h3 className={headClass()}>{group.label}</h3>
          {group.entries.map(entry => {
            const Icon = entry.icon ?? group.icon;
            return (
              <Link key={entry.key} to={entry.to} className={lineClass()} onClick={onClose}>
                <Icon />
                <span style={{ flex: 1 }}>{entry.label}</span>
                <Badge count={entry.count ?? 0} label={t('menu.waiting')} />
              </Link>
            );
          })}
        </Fragment>
      ))}
      {choices.map(section => section.items.length > 1 && <Choice key={section.key} section={section} />)}
      <h3 className={headClass()}>{person.position ?? person.name}</h3>
      <Link to={`/projects/${project.id}/guide`} className={lineClass()} onClick={onClose}>
        <BookOpen />
        {t('person.guide')}
      </Link>
      <Link to={`/projects/${project.id}/whats-new`} className={lineClass()} onClick={onClose}>
        <Sparkles />
        {t('person.news')}
      </Link>
      <Link to="/profile" className={lineClass()} onClick={onClose}>
        <UserRound />
        {t('person.profile')}
      </Link>
      <button type="button" className={lineClass()} onClick={onSignOut}>
        <LogOut />
        {t('person.signOut')}
      </button>
    </Sheet>
  );
}

/** A single choice: the current value, and all values once touched. */
function Choice({ section }: { section: MenuSection }) {
  const [open, setOpen] = useState(false);
  const chosen = section.items.find(item => item.key === section.value);
  const shown = open ? section.items : section.items.filter(item => item === chosen);
  return (
    <section aria-label={section.label}>
      <h3 className={headClass()}>{section.label}</h3>
      {shown.map(item => (
        <button
          key={item.key}
          type="button"
          className={lineClass({ chosen: item === chosen })}
          aria-expanded={open ? undefined : false}
          aria-pressed={open ? item === chosen : undefined}
          onClick={() => {
            if (open && item !== chosen) section.onValue?.(item.key);
            setOpen(!open);
          }}
        >
          <span style={{ flex: 1 }}>{item.label}</span>
          {open ? item === chosen && <Check /> : <ChevronRight />}
        </button>
      ))}
    </section>
  );
}
