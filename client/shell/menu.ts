import type { LucideIcon } from 'lucide-react';

/** A screen in the menu. */
export interface MenuEntry {
  key: string;
  label: string;
  /** A shorter word for the bar of a phone. */
  short?: string;
  /** Where it leads; the entry is active on this path and below it. */
  to: string;
  /** What waits there; zero shows nothing. */
  count?: number;
  icon?: LucideIcon;
}

export interface MenuGroup {
  key: string;
  label: string;
  icon: LucideIcon;
  entries: readonly MenuEntry[];
  /** What is set up once: at the foot, apart from the work of the day. */
  settings?: boolean;
}

/** Whether a path is at an entry or below it. */
export function isAt(path: string, to: string): boolean {
  return path === to || path.startsWith(`${to}/`);
}

/** The one entry that is lit on a path: of several above it the nearest; on the statistics of a screen without an entry of their own, that screen's. */
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

/** The badge of a closed group: the sum of its entries. */
export function sumOf(group: MenuGroup): number {
  return group.entries.reduce((sum, entry) => sum + (entry.count ?? 0), 0);
}

/** A menu without what is pinned above it, in its daily groups and its settings. */
export function menuBelow(menu: readonly MenuGroup[], pinned: readonly Pick<MenuEntry, 'key'>[]) {
  const keys = new Set(pinned.map(({ key }) => key));
  const rest = menu
    .map(group => ({ ...group, entries: group.entries.filter(({ key }) => !keys.has(key)) }))
    .filter(({ entries }) => entries.length > 0);
  return { daily: rest.filter(({ settings }) => !settings), settings: rest.filter(({ settings }) => settings) };
}
