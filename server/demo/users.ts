import type { NewsSeen } from '@lobby/shared/whats-new.ts';
import { NEWS_KEY } from '../platform/whats-new/whats-new.ts';
import { baseOf } from './documents.ts';
import { type Home, registeredIn } from './homes.ts';
import type { Site } from './sites.ts';
import { colleaguesOf, userIdOf } from './staff.ts';

/** Release notes up to this one are seen; the later ones are shown as new. */
const SEEN: NewsSeen = { upTo: '2026-11-days', ids: [], later: null };
/** Preference row with the release notes a user has seen. */
export const seenNewsOf = (email: string, at: Date) => ({
  _id: `${userIdOf(email)}/${NEWS_KEY}`,
  userId: userIdOf(email),
  key: NEWS_KEY,
  value: JSON.stringify(SEEN),
  at,
});

/** User accounts: one per e-mail address, across both projects. */
export function usersOf(places: readonly (readonly [Site, readonly Home[]])[], passwordHash: string) {
  const users = new Map<string, { email: string; [field: string]: unknown }>();
  const add = (site: Site, email: string, name: string, kind: 'staff' | 'resident') =>
    users.set(email, {
      ...baseOf(userIdOf(email), site.founded),
      email,
      name,
      passwordHash,
      verified: true,
      admin: false,
      kind,
    });
  for (const [site, homes] of places) {
    for (const { account, name } of colleaguesOf(site))
      if (account && !users.has(account)) add(site, account, name, 'staff');
    for (const { account, name } of homes.flatMap(registeredIn)) if (account) add(site, account, name, 'resident');
  }
  return [...users.values()];
}
