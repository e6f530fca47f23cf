import type { MenuGroupKey, MenuPlace } from '../kit/definition.ts';
import type { Installed } from '../kit/features.ts';
import type { Field, Fields } from '../kit/fields.ts';
import { type Flag, holds, type Permissions } from '../kit/permissions.ts';

/** The part of a definition that the client gets with its first load. */
export interface Registered {
  name: string;
  code: string;
  /** Path of the API, below /api. */
  path: string;
  route?: string;
  opens?: string;
  icon?: string;
  menu?: MenuPlace;
  /** Flag needed to create records, unless `write`. */
  makes?: Flag;
  /** Badge of the menu entry. */
  badge?: string;
  /**
   * `apart`: fields that tell records of the same name apart in selects. `offered`: condition for records offered in
   * forms.
   */
  apart?: readonly string[];
  offered?: Readonly<Record<string, string>>;
  /** Its records can wait for a person (`waits` of its list). */
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
  /** Name of the record created on its screen; the command palette offers that everywhere. */
  makes?: string;
  /** Flag needed for that, unless `write`. */
  makesBy?: Flag;
  while?: Installed;
  /** Flag needed to see the entry. */
  flag?: Flag;
  /** A further permission module whose readers see it. */
  or?: string;
}
export interface MenuGroup {
  key: MenuGroupKey;
  icon: 'home' | 'receipt' | 'wallet' | 'chart' | 'calculator' | 'life-buoy' | 'wrench' | 'key' | 'sliders';
  entries: readonly MenuEntry[];
  /** Contains settings rather than daily work. */
  settings?: true;
}

/** Menu groups in order (product.md 2); empty ones are left out. */
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

const isCoded = (field: Field | undefined): boolean => field?.kind === 'text' && field.code === true;

/** The part of a definition for the client's first load. */
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
  // The code comes from a prefix, or from a prefix per kind.
  ...(title === 'code' && (prefix || isCoded(fields?.code)) && { coded: true }),
});

/** Builds the menu from the definitions with a menu place. */
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
        ...(menu?.or && { or: menu.or }),
      })),
  })).filter(({ entries }) => entries.length > 0);
}

/** Whether a user can open a screen of a module. */
const opens = (permissions: Permissions, module: string): boolean =>
  holds(permissions, module, 'read') || holds(permissions, module, 'write');

/** Whether a user sees a menu entry. */
export const isShown = (
  permissions: Permissions,
  { module, flag, or }: Pick<MenuEntry, 'module' | 'flag' | 'or'>,
): boolean =>
  (opens(permissions, module) && (!flag || holds(permissions, module, flag))) ||
  (or !== undefined && holds(permissions, or, 'read'));

/** Path of a record up to its id, within a project; null without a screen. */
export const opensAt = ({ opens, route }: Pick<Registered, 'opens' | 'route'>): string | null =>
  opens ?? (route ? `${route}?id=` : null);
