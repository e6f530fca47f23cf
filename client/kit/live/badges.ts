import { atom } from 'jotai';
import { family, resetFamily, store } from '../base/store.ts';
import { request } from '../http/api.ts';
import { onMissed, untilFollowed } from './live.ts';
import { onSaid } from './socket.ts';

/** Counts by badge, computed by the server. */
export type Badges = Readonly<Record<string, number>>;

const NONE: Badges = {};

export const badgesAtom = family((_projectId: string) => atom<Badges>(NONE));

/** Number of the newest request by project. */
const latest = new Map<string, number>();

/** Reads all badges of a project; on failure they stay as they are. An older answer that arrives last is dropped. */
export async function loadBadges(projectId: string): Promise<void> {
  const mine = (latest.get(projectId) ?? 0) + 1;
  latest.set(projectId, mine);
  const answer = await request<Badges>('GET', '/count-badges', { projectId }).catch(() => null);
  if (answer && latest.get(projectId) === mine) store.set(badgesAtom(projectId), answer.data);
}

/** Projects whose badges are loaded once the socket follows them. */
const awaited = new Set<string>();

/** Loads the badges of a project for a screen, after the socket follows it; concurrent callers share the request. */
export async function needBadges(projectId: string): Promise<void> {
  if (awaited.has(projectId)) return;
  awaited.add(projectId);
  await untilFollowed(projectId);
  if (awaited.delete(projectId)) await loadBadges(projectId);
}

/** Applies badge messages of the server, and reads all badges again when some may have been missed. Returns a function to stop. */
export function watchBadges(): () => void {
  const stops = [
    onSaid<{ projectId: string; counts: Badges }>('badges', ({ projectId, counts }) =>
      store.set(badgesAtom(projectId), before => ({ ...before, ...counts })),
    ),
    // Nothing can be outdated before the first read, and an awaited one starts anyway.
    onMissed(({ projectId }, first) => {
      if (projectId && (!first || (latest.has(projectId) && !awaited.has(projectId)))) void loadBadges(projectId);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Forgets all badges, at sign-out. */
export function forgetBadges(): void {
  awaited.clear();
  latest.clear();
  resetFamily(badgesAtom, NONE);
}
