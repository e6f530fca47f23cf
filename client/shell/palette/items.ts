import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import type { Permissions } from '@lobby/shared/kit/permissions.ts';
import { holds } from '@lobby/shared/kit/permissions.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import {
  BookOpen,
  Building2,
  CirclePlus,
  Globe,
  House,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Pin,
  PinOff,
  Sparkles,
  Sun,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { LANGUAGE_NAMES, useLanguage } from '../../kit/i18n/i18n.ts';
import { permissionsAtom } from '../../kit/session/permissions.ts';
import type { FinderItem } from '../../kit/ui/controls/finder.ts';
import { commandsHere } from '../../kit/ui/keyboard/commands.ts';
import { MODES, useColorMode } from '../../theme/mode.ts';
import type { ProjectChoice } from '../head/ProjectSwitch.tsx';
import { litOn, type MenuGroup } from '../menu/menu.ts';
import { usePins } from '../menu/pins.ts';
import { MENU, REGISTRY } from '../registry.ts';
import type { Found } from './found.ts';
import { overAtom } from './open.ts';
import { pathOf, recordIcon } from './places.ts';

export interface PlaceProps {
  project: ProjectChoice;
  projects: readonly ProjectChoice[];
  onProject: (id: string) => void;
  menu: readonly MenuGroup[];
  onSignOut: () => void;
}

const MODE_ICONS = { light: Sun, dark: Moon, system: Monitor };
/** Records that can be created from anywhere. */
const MAKES = MENU.flatMap(({ entries }) =>
  entries.flatMap(({ key, module, makes, makesBy = 'write' }) =>
    makes ? { key, module, entity: makes, flag: makesBy } : [],
  ),
);
const NO_PERMISSIONS: Permissions = {};

const usePermissions = (projectId: string) => useAtomValue(permissionsAtom(projectId)) ?? NO_PERMISSIONS;

interface RecordLink {
  key: string;
  label: string;
  note: string;
  icon: LucideIcon;
  to: string;
}

/** Screens of the reader's menu, found by their names and those of their groups. */
export function useScreens({ menu, project }: PlaceProps): FinderItem[] {
  const { t } = useTranslation(['around', 'shell']);
  const navigate = useNavigate();
  const home = { key: 'screen-home', label: t('home'), icon: House, onTake: () => navigate(`/projects/${project.id}`) };
  const news = {
    key: 'screen-news',
    label: t('shell:person.news'),
    icon: Sparkles,
    onTake: () => navigate(`/projects/${project.id}/whats-new`),
  };
  const guide = {
    key: 'screen-guide',
    label: t('shell:person.guide'),
    icon: BookOpen,
    onTake: () => navigate(`/projects/${project.id}/guide`),
  };
  const screens = menu.flatMap(group =>
    group.entries.map(entry => ({
      key: `screen-${entry.key}`,
      label: entry.label,
      note: group.label,
      icon: entry.icon ?? group.icon,
      count: entry.count,
      onTake: () => navigate(entry.to),
    })),
  );
  return [home, ...screens, guide, news];
}

/** Records as links; those without a screen for the reader are left out. */
export function useRecordLinks(projectId: string): (found: readonly Found[]) => RecordLink[] {
  const { t } = useTranslation('modules');
  const permissions = usePermissions(projectId);
  const sees = (module: string) => holds(permissions, module, 'read');
  return found =>
    found.flatMap(({ entity, id, title, code, note }) => {
      const to = pathOf(projectId, entity, id, sees);
      const target = REGISTRY.find(definition => definition.name === entity);
      if (!to || !target) return [];
      const detail = [code, note, t(target.code)].filter(Boolean).join(' · ');
      const icon = recordIcon(entity);
      return { key: `${entity}-${id}`, label: title || (code ?? ''), note: detail, icon, to };
    });
}

/** Commands: of the current screen, and from anywhere create, switch, change, sign out. */
export function useActs({ menu, project, projects, onProject, onSignOut }: PlaceProps): FinderItem[] {
  const { t } = useTranslation(['around', 'shell', ...MAKES.map(({ entity }) => entity)]);
  const permissions = usePermissions(project.id);
  const navigate = useNavigate();
  const open = useSetAtom(overAtom);
  const { language, setLanguage } = useLanguage();
  const { mode, setMode } = useColorMode();
  const screens = menu.flatMap(({ entries }) => entries);
  const makes = MAKES.flatMap(({ key, module, entity, flag }) => {
    const screen = screens.find(entry => entry.key === key);
    if (!screen || !holds(permissions, module, flag)) return [];
    const onTake = () => navigate(`${screen.to}?new=1`);
    return {
      key: `new-${entity}`,
      label: t(`${entity}:actions.create`),
      note: screen.label,
      icon: CirclePlus,
      onTake,
    };
  });
  const others = projects
    .filter(({ id }) => id !== project.id)
    .map(({ id, name }) => ({
      key: `project-${id}`,
      label: t('around:toProject', { name }),
      words: t('shell:project.switch'),
      icon: Building2,
      onTake: () => onProject(id),
    }));
  const here = commandsHere().map(({ key, label, icon, run }) => ({ key: `here-${key}`, label, icon, onTake: run }));
  const { entries: pinned, toggle } = usePins(project.id, menu);
  const lit = litOn(useLocation().pathname, screens);
  const screen = screens.find(({ to }) => to === lit);
  const isPinned = pinned.some(({ key }) => key === screen?.key);
  const pin = screen && {
    key: 'pin',
    label: t(isPinned ? 'shell:menu.unpin' : 'shell:menu.pin', { name: screen.label }),
    icon: isPinned ? PinOff : Pin,
    onTake: () => toggle(screen.key),
  };
  const password = {
    key: 'password',
    label: t('shell:person.password'),
    icon: KeyRound,
    onTake: () => navigate('/profile#password'),
  };
  const modes = MODES.filter(otherMode => otherMode !== mode).map(otherMode => ({
    key: `mode-${otherMode}`,
    label: `${t('shell:mode.label')}: ${t(`shell:mode.${otherMode}`)}`,
    words: otherMode,
    icon: MODE_ICONS[otherMode],
    onTake: () => setMode(otherMode),
  }));
  const languages = LANGUAGES.filter(otherLanguage => otherLanguage !== language).map(otherLanguage => ({
    key: `language-${otherLanguage}`,
    label: LANGUAGE_NAMES[otherLanguage],
    lang: otherLanguage,
    note: t('shell:language.label'),
    icon: Globe,
    onTake: () => void setLanguage(otherLanguage),
  }));
  return [
    ...here,
    ...makes,
    ...(pin ? [pin] : []),
    ...others,
    password,
    { key: 'shortcuts', label: t('around:keys.title'), icon: Keyboard, keys: '?', onTake: () => open('shortcuts') },
    ...modes,
    ...languages,
    { key: 'sign-out', label: t('shell:person.signOut'), icon: LogOut, onTake: onSignOut },
  ];
}
