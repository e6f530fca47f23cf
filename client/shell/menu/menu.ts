import type { LucideIcon } from 'lucide-react';

/** A screen in the menu. */
export interface MenuEntry {
  key: string;
  label: string;
  /** A shorter label for the bar on phones. */
  short?: string;
  /** Target path; the entry is active on it and below it. */
  to: string;
  /** Badge count; hidden if zero. */
  count?: number;
  icon?: LucideIcon;
}

export interface MenuGroup {
  key: string;
  label: string;
  icon: LucideIcon;
  entries: readonly MenuEntry[];
  /** Settings that are rarely changed: at the bottom, apart from daily work. */
  settings?: boolean;
}

/** Whether a path is that of an entry or below it. */
export function isAt(path: string, to: string): boolean {
  return path === to || path.startsWith(`${to}/`);
}

/**
 * The active entry of a path: the nearest of several above it. The statistics of a screen without an entry of their own
 * count as that screen.
 */
export function litOn(path: string, entries: readonly Pick<MenuEntry, 'to'>[]): string | null {
  const nearest = (at: string) =>
    entries
      .map(({ to }) => to)
      .filter(to => isAt(at, to))
      .toSorted((a, b) => b.length - a.length)[0] ?? null;
  return nearest(path) ?? nearest(path.replace('/statistics/', '/'));
}

/** All screens of a menu. */
export const entriesOf = (menu: readonly MenuGroup[]): MenuEntry[] => menu.flatMap(({ entries }) => entries);

/** Badge of a closed group: the sum of its entries. */
export function sumOf(group: MenuGroup): number {
  return group.entries.reduce((sum, entry) => sum + (entry.count ?? 0), 0);
}

/** A menu without its pinned entries, split into daily groups and settings. */
export function menuBelow(menu: readonly MenuGroup[], pinned: readonly Pick<MenuEntry, 'key'>[]) {
  const keys = new Set(pinned.map(({ key }) => key));
  const rest = menu
    .map(group => ({ ...group, entries: group.entries.filter(({ key }) => !keys.has(key)) }))
    .filter(({ entries }) => entries.length > 0);
  return { daily: rest.filter(({ settings }) => !settings), settings: rest.filter(({ settings }) => settings) };
}
