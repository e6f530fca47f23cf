import { fold } from '@lobby/shared/kit/text-search.ts';
import type { LucideIcon } from 'lucide-react';

/** Something that can be found and taken. */
export interface FinderItem {
  /** Of its own among all that is shown. */
  key: string;
  label: string;
  /** Quieter, behind the label. */
  note?: string;
  icon?: LucideIcon;
  count?: number;
  /** The keys that do the same. */
  keys?: string;
  /** The language that the label is written in, where it is not the reader's. */
  lang?: string;
  /** What it is found by too. */
  words?: string;
  onTake: () => void;
}

export interface FinderGroup {
  key: string;
  label?: string;
  items: readonly FinderItem[];
}

/** The items whose words hold all that was typed, accents and case aside; those whose label begins with it first. */
export function findItems(items: readonly FinderItem[], typed: string): FinderItem[] {
  const wanted = fold(typed).split(/\s+/).filter(Boolean);
  const found = items.filter(({ label, note = '', words = '' }) => {
    const text = fold(`${label} ${note} ${words}`);
    return wanted.every(word => text.includes(word));
  });
  const begins = (item: FinderItem) => fold(item.label).startsWith(wanted[0] ?? '');
  return [...found.filter(begins), ...found.filter(item => !begins(item))];
}
