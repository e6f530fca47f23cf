import { fold } from './kit/text-search.ts';
import type { MenuGroup, Registered } from './modules/menu.ts';

/** A page of the guide: for a screen (the key is its route) or a topic. */
export interface GuidePlace {
  key: string;
  /** Translation key of the title, `<file>.<key>`. */
  title: string;
  /** Section of the table of contents: a menu group, or the topics. */
  group: string;
  /** Permission module and module names that the page covers. */
  module?: string;
  nouns: readonly string[];
}

export const GUIDE_TOPICS = [
  'first-week',
  'rights',
  'month-end',
  'meeting',
  'handover',
  'import',
  'lost-network',
  'personal-data',
  'keys',
  'glossary',
] as const;
export const TOPICS = 'topics';
/** Words that the glossary explains, in its order: the names of these definitions, as the building calls them. */
export const GLOSSARY = [
  'unit',
  'resident',
  'position',
  'ticket',
  'task',
  'announcement',
  'visitor',
  'card',
  'usage',
  'bill',
  'fee-notice',
  'receipt',
  'payslip',
  'unit-account',
  'deposit',
  'device',
  'maintenance-plan',
  'maintenance',
] as const;
/** Page shown for screens without a page of their own, such as home. */
export const GUIDE_START = 'topic/first-week';

/** Pages of the residents' app that its short guide explains, by their paths. */
export const RESIDENT_GUIDE = [
  'bills',
  'requests',
  'chat',
  'guests',
  'parcels',
  'moves',
  'works',
  'cards',
  'amenities',
  'announcements',
  'polls',
  'meetings',
  'handover',
  'profile',
] as const;

/** Screenshot scene (`npm run screenshots -- --guide`) by page key. */
export const GUIDE_PICTURES: Readonly<Record<string, string>> = {
  'help-desk': 'request',
  units: 'units',
  members: 'residents',
  'payment/single-unit': 'payment',
  'bill-list': 'bill',
  receipt: 'receipt',
  'save-from-to': 'readings',
  'bank-statement': 'bank-inbox',
  'debt-tracking': 'debt-desk',
  'access-management': 'visitors',
};
export const GUIDE_PICTURE = { width: 1080, height: 675, most: 60 * 1024 } as const;

/** Screens outside the menu groups. */
const AROUND = [
  { key: 'statistics', title: 'menu.statistics' },
  { key: 'notifications', title: 'notification.title' },
  { key: 'whats-new', title: 'shell.person.news' },
];
/** All pages in the order of the table of contents: topics, then screens in menu order. */
export function guidePlaces(menu: readonly MenuGroup[], registry: readonly Registered[]): GuidePlace[] {
  const nounsAt = (route: string) => registry.filter(definition => definition.route === route).map(({ name }) => name);
  const topics = GUIDE_TOPICS.map(name => ({
    key: `topic/${name}`,
    title: `guide-pages.topics.${name}`,
    group: TOPICS,
    nouns: [],
  }));
  const entries = menu.flatMap(({ key: group, entries: items }) =>
    items.map(({ key, route, module }) => ({
      key: route,
      title: `menu.${key}`,
      group,
      module,
      nouns: nounsAt(route),
    })),
  );
  const keys = new Set(entries.map(({ key }) => key));
  const hidden = registry.flatMap(({ route, name, code }) => {
    if (!route || keys.has(route)) return [];
    keys.add(route);
    return [{ key: route, title: `${name}.plural`, group: 'system', module: code, nouns: nounsAt(route) }];
  });
  const around = AROUND.map(page => ({ ...page, group: 'system', nouns: [] }));
  return [...topics, ...entries, ...hidden, ...around];
}

/** Key of the page of a route: its own, or that of the nearest parent route. */
export function guideAt(route: string, keys: ReadonlySet<string>): string {
  const parts = route.split('/');
  for (let n = parts.length; n > 0; n--) {
    const key = parts.slice(0, n).join('/');
    if (keys.has(key)) return key;
  }
  return GUIDE_START;
}

interface Searched {
  title: string;
  words: string;
  may: boolean;
}

/**
 * Pages that contain all words of a query. Matches in the title come before matches in the text, pages the reader may
 * use before others.
 */
export function findPages<P extends Searched>(pages: readonly P[], words: string): P[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [...pages];
  const whole = wanted.join(' ');
  const rank = (page: P) => {
    const title = fold(page.title);
    const text = `${title} ${fold(page.words)}`;
    if (!wanted.every(word => text.includes(word))) return null;
    const place =
      title === whole ? 0 : title.startsWith(whole) ? 1 : wanted.every(word => title.includes(word)) ? 2 : 3;
    return place * 2 + (page.may ? 0 : 1);
  };
  return pages
    .flatMap(page => {
      const found = rank(page);
      return found === null ? [] : [{ page, found }];
    })
    .sort((a, b) => a.found - b.found)
    .map(({ page }) => page);
}
