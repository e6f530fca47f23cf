import { baseOf } from './documents.ts';
import type { Home } from './homes.ts';
import type { Site } from './sites.ts';
import { colleaguesOf, userIdOf } from './staff.ts';

/** Those who sign in; one user for each e-mail, in however many projects. */
export function usersOf(places: readonly (readonly [Site, readonly Home[]])[], passwordHash: string) {
  const users = new Map<string, object>();
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
    for (const { account, name } of homes.flatMap(home => home.people))
      if (account) add(site, account, name, 'resident');
  }
  return [...users.values()];
}
