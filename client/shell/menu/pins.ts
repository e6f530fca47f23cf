import { type Flag, holds, type Permissions } from '@lobby/shared/kit/permissions.ts';
import { useAtomValue } from 'jotai';
import { permissionsAtom } from '../../kit/session/permissions.ts';
import { usePreference } from '../../kit/session/preferences.ts';
import { entriesOf, type MenuEntry, type MenuGroup } from './menu.ts';

/** Default pins of a trade, by modules its people may write; the first match applies. */
const TRADES: readonly { writes: readonly string[]; pins: readonly string[] }[] = [
  { writes: ['PAYMENT', 'HELP_DESK'], pins: ['dashboard', 'helpDesk', 'bills', 'members'] },
  { writes: ['PAYMENT'], pins: ['payment', 'bills', 'bankStatements', 'feeNotices'] },
  { writes: ['MAINTENANCE', 'ASSET'], pins: ['maintenance', 'tasks', 'maintenancePlans', 'assets'] },
  { writes: ['HELP_DESK', 'MEMBER_COMMUNICATE'], pins: ['helpDesk', 'rooms', 'members', 'tasks'] },
  { writes: ['ACCESS_MANAGEMENT'], pins: ['visitors', 'parcels', 'helpDesk', 'utilityBookings'] },
];
const WRITE: Flag = 'write';
const NONE: Permissions = {};

/** Default pins of a user without own ones. */
export function usualPins(permissions: Permissions): readonly string[] {
  return TRADES.find(({ writes }) => writes.every(module => holds(permissions, module, WRITE)))?.pins ?? [];
}

export interface Pins {
  entries: readonly (MenuEntry & Pick<MenuGroup, 'icon'>)[];
  /** Whether the user has pinned screens themselves. */
  own: boolean;
  toggle: (key: string) => void;
}

/** Pinned screens on top of the menu: by default those of the reader's trade, then their own, on all devices. */
export function usePins(projectId: string, menu: readonly MenuGroup[]): Pins {
  const permissions = useAtomValue(permissionsAtom(projectId));
  const usual = usualPins(permissions ?? NONE);
  const [keys, choose] = usePreference(`pins/${projectId}`, usual);
  const groupOf = (key: string) => menu.find(group => group.entries.some(entry => entry.key === key));
  const entries = keys.flatMap(key => {
    const entry = entriesOf(menu).find(item => item.key === key);
    const icon = entry?.icon ?? groupOf(key)?.icon;
    return entry && icon ? [{ ...entry, icon }] : [];
  });
  return {
    entries,
    own: keys !== usual,
    toggle: key => choose(keys.includes(key) ? keys.filter(pin => pin !== key) : [...keys, key]),
  };
}
