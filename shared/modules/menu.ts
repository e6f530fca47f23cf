import type { MenuGroupKey, MenuPlace } from '../kit/definition.ts';
import type { Installed } from '../kit/features.ts';
import type { Field, Fields } from '../kit/fields.ts';
import { type Flag, holds, type Permissions } from '../kit/permissions.ts';

/** What the client's first load knows of each module without its definition: path, visibility and references. */
export interface Registered {
  name: string;
  /** Permission module. */
  code: string;
  /** Path under /api. */
  path: string;
  route?: string;
  opens?: string;
  icon?: string;
  menu?: MenuPlace;
  /** The flag that creates, where that is not `write`. */
  makes?: Flag;
  /** The badge beside its menu entry. */
  badge?: string;
  /** Fields that distinguish records of the same name in pickers, and which records forms offer. */
  apart?: readonly string[];
  offered?: Readonly<Record<string, string>>;
  /** Some of its records wait for somebody. */
  waits?: true;
  /** Its records are called by a running code. */
  coded?: true;
}

export interface MenuEntry {
  key: string;
  module: string;
  route: string;
  icon: string;
  badge?: string;
  /** The record that its screen makes: the palette offers that from anywhere. */
  makes?: string;
  /** By which flag, where that is not `write`. */
  makesBy?: Flag;
  while?: Installed;
  /** The flag without which it is not there. */
  flag?: Flag;
}
export interface MenuGroup {
  key: MenuGroupKey;
  icon: 'home' | 'receipt' | 'wallet' | 'chart' | 'calculator' | 'life-buoy' | 'wrench' | 'key' | 'sliders';
  entries: readonly MenuEntry[];
  /** A settings page, not for daily work. */
  settings?: true;
}

/** The groups of the specification (product.md 2), in its order; those without a screen are left out of the menu. */
const GROUPS = [
  { key: 'memberUnit', icon: 'home' },
  { key: 'fees', icon: 'receipt' },
  { key: 'payments', icon: 'wallet' },
  { key: 'accountingReports', icon: 'chart' },
  { key: 'accountingSetup', icon: 'calculator', settings: true },
  { key: 'customerService', icon: 'life-buoy' },
  { key: 'operations', icon: 'wrench' },
  { key: 'advanced', icon: 'key' },
  { key: 'system', icon: 'sliders', settings: true },
] as const satisfies readonly Pick<MenuGroup, 'key' | 'icon' | 'settings'>[];

/** Whether a field holds a running code. */
const isCoded = (field: Field | undefined): boolean => field?.kind === 'text' && field.code === true;

/** Reduces a definition to the part for the first load. */
export const registered = ({
  name,
  code,
  path,
  route,
  opens,
  icon,
  menu,
  makes,
  badge,
  apart,
  offered,
  list,
  title,
  prefix,
  fields,
}: Omit<Registered, 'badge' | 'waits' | 'coded'> & {
  badge?: { name: string } | undefined;
  list?: { waits?: object };
  title?: string;
  prefix?: string;
  fields?: Fields;
}): Registered => ({
  name,
  code,
  path,
  ...(route && { route }),
  ...(opens && { opens }),
  ...(icon && { icon }),
  ...(menu && { menu }),
  ...(makes && { makes }),
  ...(badge && { badge: badge.name }),
  ...(apart && { apart }),
  ...(offered && { offered }),
  ...(list?.waits && { waits: true }),
  // By a prefix of its own, or by one for each kind of it.
  ...(title === 'code' && (prefix || isCoded(fields?.code)) && { coded: true }),
});

/** The menu of what has landed: an entry for each module that names its place. */
export function menuOf(registry: readonly Registered[]): MenuGroup[] {
  return GROUPS.map(group => ({
    ...group,
    entries: registry
      .filter(({ menu, route }) => menu?.group === group.key && route)
      .sort((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0))
      .map(({ name, code, route = '', icon = '', menu, makes, badge }) => ({
        key: menu?.key ?? name,
        module: code,
        route,
        icon,
        ...(badge && { badge }),
        ...(menu?.makes && { makes: name }),
        ...(menu?.makes && makes && { makesBy: makes }),
        ...(menu?.while && { while: menu.while }),
        ...(menu?.flag && { flag: menu.flag }),
      })),
  })).filter(({ entries }) => entries.length > 0);
}

/** Whether a screen of a module may be opened: it can be read, or written. */
const opens = (permissions: Permissions, module: string): boolean =>
  holds(permissions, module, 'read') || holds(permissions, module, 'write');

/** Whether somebody with these permissions is shown an entry: what it leads to is open to them. */
export const isShown = (permissions: Permissions, { module, flag }: Pick<MenuEntry, 'module' | 'flag'>): boolean =>
  opens(permissions, module) && (!flag || holds(permissions, module, flag));

/** Where a record opens under a project, up to its id; null where it has no screen. */
export const opensAt = ({ opens, route }: Pick<Registered, 'opens' | 'route'>): string | null =>
  opens ?? (route ? `${route}?id=` : null);
