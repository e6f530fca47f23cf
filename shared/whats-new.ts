import { addDays } from './kit/dates.ts';
import type { Flag } from './kit/permissions.ts';

export const NEWS_KINDS = ['NEW', 'BETTER', 'FIXED', 'NOTICE'] as const;
export type NewsKind = (typeof NEWS_KINDS)[number];

/** A release note for some users; title and text are in `whats-new.json`. */
export interface WhatsNew {
  /** Stable id, never reused. */
  id: string;
  version: string;
  /** Day of the release. */
  date: string;
  kind: NewsKind;
  /** Shown in the banner too, or on the page only. */
  weight: 'BANNER' | 'LIST';
  audience: 'STAFF' | 'RESIDENTS' | 'BOTH';
  /** Shown to holders of `flag` (default: read) in one of these modules; absent: to everybody. */
  modules?: readonly string[];
  flag?: Flag;
  /** Path of the screen concerned, below the project or below the residents' app. */
  screen?: string;
}

const entry = (
  id: string,
  date: string,
  kind: NewsKind,
  more: Partial<Omit<WhatsNew, 'id' | 'date' | 'kind'>> = {},
): WhatsNew => ({ version: '0.1.0', weight: 'BANNER', audience: 'STAFF', ...more, id, date, kind });

/** Release notes, oldest first; append-only. */
export const WHATS_NEW: readonly WhatsNew[] = [
  entry('2026-09-keyboard', '2026-09-08', 'BETTER', { weight: 'LIST' }),
  entry('2026-09-meters', '2026-09-15', 'NEW', { modules: ['USAGE'], screen: 'save-from-to' }),
  entry('2026-09-visitors', '2026-09-22', 'NEW', { modules: ['ACCESS_MANAGEMENT'], screen: 'access-management' }),
  entry('2026-10-billing', '2026-10-01', 'NEW', { modules: ['BILL'], screen: 'bill-add-auto' }),
  entry('2026-10-receipts', '2026-10-08', 'NEW', { modules: ['RECEIPT'], screen: 'receipt' }),
  entry('2026-10-lock', '2026-10-12', 'NOTICE', { modules: ['LOCK_DATE'], screen: 'configs-data-lock-date' }),
  entry('2026-10-chat', '2026-10-20', 'NEW', { modules: ['MEMBER_COMMUNICATE'], screen: 'member-communicate' }),
  entry('2026-10-statement', '2026-10-27', 'NEW', { modules: ['BANK_STATEMENT'], screen: 'bank-statement' }),
  entry('2026-11-works', '2026-11-03', 'NEW', {
    modules: ['CONSTRUCTION_MANAGEMENT'],
    screen: 'construction-management',
  }),
  entry('2026-11-debts', '2026-11-10', 'NEW', { modules: ['DEBT_TRACKING'], screen: 'debt-tracking' }),
  entry('2026-11-days', '2026-11-17', 'BETTER', { weight: 'LIST' }),
  entry('2026-11-booking', '2026-11-20', 'NEW', { modules: ['AMENITIES_ORDERS'], screen: 'amenities-orders' }),
  entry('2026-11-own-booking', '2026-11-20', 'NEW', { audience: 'RESIDENTS', screen: 'amenities' }),
  entry('2026-11-stores', '2026-11-24', 'NEW', { modules: ['SUPPLY'], screen: 'supplies' }),
  entry('2026-11-machines', '2026-11-25', 'NEW', { modules: ['TECHNICAL_SYSTEM'], screen: 'technical-management' }),
  entry('2026-11-import', '2026-11-26', 'BETTER'),
];

/** Release notes a user has seen, as stored. */
export interface NewsSeen {
  /** All up to this one are seen; null: none. */
  upTo: string | null;
  /** Seen ones after `upTo`. */
  ids: readonly string[];
  /** The postponed one: how often, and until which day. */
  later: { id: string; times: number; until: string } | null;
}

const placeOf = (id: string | null) => WHATS_NEW.findIndex(item => item.id === id);

/** Initial state of a new user: everything up to that day is seen. */
export const seenOnFirst = (day: string): NewsSeen => ({
  upTo: WHATS_NEW.findLast(({ date }) => date <= day)?.id ?? null,
  ids: [],
  later: null,
});

export const isSeen = ({ upTo, ids }: NewsSeen, id: string): boolean =>
  placeOf(id) <= placeOf(upTo) || ids.includes(id);

export const withSeen = (seen: NewsSeen, ids: readonly string[]): NewsSeen => ({
  ...seen,
  ids: [...new Set([...seen.ids, ...ids])].filter(id => placeOf(id) > placeOf(seen.upTo)),
});

/** Postpones a release note to the next day; `day` is today. */
export const withLater = (seen: NewsSeen, id: string, day: string): NewsSeen => ({
  ...seen,
  later: { id, times: (seen.later?.id === id ? seen.later.times : 0) + 1, until: addDays(day, 1) },
});

/** Older notes are only shown on the page. */
const BANNER_DAYS = 90;
const MOST_TIMES = 3;

/**
 * Computes the banner of a day: the newest unseen note, the number of unseen ones, and the ids to mark as seen when
 * it is closed. Null where there is nothing to show.
 */
export function bannerOf(
  entries: readonly WhatsNew[],
  seen: NewsSeen,
  day: string,
): { id: string; kind: NewsKind; count: number; ids: string[] } | null {
  const since = addDays(day, -BANNER_DAYS);
  const open = entries.filter(item => item.weight === 'BANNER' && item.date >= since && !isSeen(seen, item.id));
  const newest = open.at(-1);
  if (!newest) return null;
  const { later } = seen;
  // A change of behaviour counts as seen once it is read, not when the banner is closed.
  const closed = open.filter(({ kind }) => kind !== 'NOTICE');
  const isPutOff = later?.id === newest.id && (day < later.until || later.times >= MOST_TIMES);
  return isPutOff ? null : { id: newest.id, kind: newest.kind, count: open.length, ids: closed.map(({ id }) => id) };
}
