import { holds } from '@lobby/shared/kit/permissions.ts';
import { STATISTIC_MODULES } from '@lobby/shared/kit/statistic-terms.ts';
import { type MenuGroup as Group, isShown } from '@lobby/shared/modules/menu.ts';
import { useAtomValue } from 'jotai';
import {
  Calculator,
  ChartColumn,
  House,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  ReceiptText,
  SlidersHorizontal,
  Wallet,
  Wrench,
} from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { badgesAtom, needBadges } from '../kit/live/badges.ts';
import { loadPermissions, permissionsAtom } from '../kit/session/permissions.ts';
import { installedAtom } from '../kit/session/project.ts';
import { iconNamed } from '../shell/menu/icons.ts';
import type { MenuGroup } from '../shell/menu/menu.ts';
import { MENU } from '../shell/registry.ts';

const GROUP_ICONS: Record<Group['icon'], LucideIcon> = {
  home: House,
  receipt: ReceiptText,
  wallet: Wallet,
  chart: ChartColumn,
  calculator: Calculator,
  'life-buoy': LifeBuoy,
  wrench: Wrench,
  key: KeyRound,
  sliders: SlidersHorizontal,
};

/** Path of the same screen in another project, if the reader may open it there; otherwise its home page. */
export async function samePlaceIn(projectId: string, path: string): Promise<string> {
  const home = `/projects/${projectId}`;
  const route = /^\/projects\/[^/]+\/([^?#]+)/.exec(path)?.[1];
  const entry = MENU.flatMap(group => group.entries).find(item => item.route === route);
  const permissions = entry && (await loadPermissions(projectId).catch(() => null));
  return entry && permissions && isShown(permissions, entry) ? `${home}/${entry.route}` : home;
}

/** Statistics: the last entry of the reports, for those who may see some. */
const STATISTICS = { group: 'accountingReports', key: 'statistics', route: 'statistics' } as const;

/** Loads the menu's badge counts, and again when permissions change; once for all menus. */
export function useMenuCounts(projectId: string): void {
  const permissions = useAtomValue(permissionsAtom(projectId));
  useEffect(() => {
    if (permissions) void needBadges(projectId);
  }, [projectId, permissions]);
}

/** Menu of a project: existing screens that the reader may see, with the server's badge counts. */
export function useMenu(projectId: string): MenuGroup[] {
  const { t } = useTranslation('menu');
  const permissions = useAtomValue(permissionsAtom(projectId));
  const counts = useAtomValue(badgesAtom(projectId));
  const installed = useAtomValue(installedAtom(projectId));
  if (!permissions) return [];
  const counted = STATISTIC_MODULES.some(module => holds(permissions, module, 'aggregate'));
  const statistics = {
    key: STATISTICS.key,
    label: t(STATISTICS.key),
    short: t(STATISTICS.key),
    icon: ChartColumn,
    to: `/projects/${projectId}/${STATISTICS.route}`,
  };
  return MENU.map(group => ({
    key: group.key,
    label: t(`groups.${group.key}`),
    icon: GROUP_ICONS[group.icon],
    settings: group.settings === true,
    entries: [
      ...group.entries
        .filter(entry => isShown(permissions, entry) && (!entry.while || installed[entry.while] === true))
        .map(entry => ({
          key: entry.key,
          label: t(entry.key),
          short: t([`short.${entry.key}`, entry.key]),
          icon: iconNamed(entry.icon),
          to: `/projects/${projectId}/${entry.route}`,
          ...(entry.badge && { count: counts[entry.badge] ?? 0 }),
        })),
      ...(counted && group.key === STATISTICS.group ? [statistics] : []),
    ],
  })).filter(group => group.entries.length > 0);
}
