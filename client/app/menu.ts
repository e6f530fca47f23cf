import { holds } from '@lobby/shared/kit/permissions.ts';
import { type MenuGroup as Group, MENU } from '@lobby/shared/modules/menu.ts';
import { useAtomValue } from 'jotai';
import {
  Building,
  Building2,
  Calculator,
  CalendarClock,
  CircleHelp,
  FileText,
  Handshake,
  History,
  House,
  IdCard,
  Layers,
  LifeBuoy,
  type LucideIcon,
  MapPin,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  Tags,
  Wrench,
} from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { badgesAtom, loadBadges } from '../kit/badges.ts';
import { permissionsAtom } from '../kit/permissions.ts';
import type { MenuGroup } from '../shell/menu.ts';

const GROUP_ICONS: Record<Group['icon'], LucideIcon> = {
  home: House,
  calculator: Calculator,
  'life-buoy': LifeBuoy,
  wrench: Wrench,
  layers: Layers,
  sliders: SlidersHorizontal,
};
const ENTRY_ICONS: Record<string, LucideIcon> = {
  units: Building2,
  documents: FileText,
  rentalContracts: ScrollText,
  helpDesk: LifeBuoy,
  helpDeskType: CircleHelp,
  labels: Tags,
  locations: MapPin,
  partners: Handshake,
  workSchedules: CalendarClock,
  projects: Building,
  authorization: ShieldCheck,
  staffs: IdCard,
  activity: History,
};

/** The menu of a project: what has landed and the reader may see, with the counts that the server sends. */
export function useMenu(projectId: string): MenuGroup[] {
  const { t } = useTranslation('menu');
  const permissions = useAtomValue(permissionsAtom(projectId));
  const counts = useAtomValue(badgesAtom(projectId));
  useEffect(() => {
    if (!permissions) return;
    void loadBadges(projectId);
  }, [projectId, permissions]);
  if (!permissions) return [];
  const seen = (module: string) => holds(permissions, module, 'read') || holds(permissions, module, 'write');
  return MENU.map(group => ({
    key: group.key,
    label: t(`groups.${group.key}`),
    icon: GROUP_ICONS[group.icon],
    entries: group.entries
      .filter(entry => seen(entry.module))
      .map(entry => ({
        key: entry.key,
        label: t(entry.key),
        short: t([`short.${entry.key}`, entry.key]),
        icon: ENTRY_ICONS[entry.key],
        to: `/projects/${projectId}/${entry.route}`,
        ...(entry.badge && { count: counts[entry.badge] ?? 0 }),
      })),
  })).filter(group => group.entries.length > 0);
}
