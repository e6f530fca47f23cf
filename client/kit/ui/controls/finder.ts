import { fold } from '@lobby/shared/kit/text-search.ts';
import type { LucideIcon } from 'lucide-react';

/** An item that can be found and selected. */
export interface FinderItem {
  /** Unique among all items. */
  key: string;
  label: string;
  /** Secondary text after the label. */
  note?: string;
  icon?: LucideIcon;
  count?: number;
  /** Shortcut of the item. */
  keys?: string;
  /** Language of the label, if it is not the reader's. */
  lang?: string;
  /** Further search words. */
  words?: string;
  onTake: () => void;
}

export interface FinderGroup {
  key: string;
  label?: string;
  items: readonly FinderItem[];
}

/** Items that contain all typed words, ignoring accents and case; those whose label begins with the text first. */
export function findItems(items: readonly FinderItem[], typed: string): FinderItem[] {
  const wanted = fold(typed).split(/\s+/).filter(Boolean);
  const matches = items.filter(({ label, note = '', words = '' }) => {
    const text = fold(`${label} ${note} ${words}`);
    return wanted.every(word => text.includes(word));
  });
  const begins = (item: FinderItem) => fold(item.label).startsWith(wanted[0] ?? '');
  return [...matches.filter(begins), ...matches.filter(item => !begins(item))];
}
