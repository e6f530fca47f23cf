import type { MenuGroupKey, MenuPlace } from '../kit/definition.ts';
import type { Installed } from '../kit/features.ts';
import type { Field, Fields } from '../kit/fields.ts';
import { type Flag, holds, type Permissions } from '../kit/permissions.ts';

/** The part of a definition for the client's first load: path, visibility and references. */
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
  /** The flag for creating, if not `write`. */
  makes?: Flag;
  /** The badge of its menu entry. */
  badge?: string;
  /** Fields that distinguish records of the same name in pickers, and which records forms offer. */
  apart?: readonly string[];
  offered?: Readonly<Record<string, string>>;
  /** Some of its records can await a person. */
  waits?: true;
  /** Its records have sequential codes. */
  coded?: true;
}

export interface MenuEntry {
  key: string;
  module: string;
  route: string;
  icon: string;
  badge?: string;
  /** The record that its page creates; the command palette offers it everywhere. */
  makes?: string;
  /** The flag for that, if not `write`. */
  makesBy?: Flag;
  while?: Installed;
  /** The flag required to see it. */
  flag?: Flag;
}
export interface MenuGroup {
  key: MenuGroupKey;
  icon: 'home' | 'receipt' | 'wallet' | 'chart' | 'calculator' | 'life-buoy' | 'wrench' | 'key' | 'sliders';
  entries: readonly MenuEntry[];
  /** A settings page, not for daily work. */
  settings?: true;
}

/** Menu groups of the specification (product.md 2), in order; empty ones are hidden. */
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

/** Whether a field holds a sequential code. */
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
  // With one prefix, or one per kind.
  ...(title === 'code' && (prefix || isCoded(fields?.code)) && { coded: true }),
});

/** Builds the menu from the modules that declare an entry. */
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

/** Whether a user can open a page of a module, by reading or writing. */
const opens = (permissions: Permissions, module: string): boolean =>
  holds(permissions, module, 'read') || holds(permissions, module, 'write');

/** Whether a user sees an entry, because its target is accessible. */
export const isShown = (permissions: Permissions, { module, flag }: Pick<MenuEntry, 'module' | 'flag'>): boolean =>
  opens(permissions, module) && (!flag || holds(permissions, module, flag));

/** Returns the path of a record within a project, up to its id; null without a page. */
export const opensAt = ({ opens, route }: Pick<Registered, 'opens' | 'route'>): string | null =>
  opens ?? (route ? `${route}?id=` : null);
