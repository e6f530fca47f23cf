import { atom } from 'jotai';
import { family, resetFamily, store } from '../base/store.ts';
import { request } from '../http/api.ts';
import { onMissed } from './live.ts';
import { onSaid } from './socket.ts';

/** Badge -> count, as computed by the server. */
export type Badges = Readonly<Record<string, number>>;

const NONE: Badges = {};

/** The badges of a project. */
export const badgesAtom = family((_projectId: string) => atom<Badges>(NONE));

/** Project -> number of its newest request. */
const asked = new Map<string, number>();

/** Reads all badges of a project; on failure they stay as they are. An older answer that arrives last is dropped. */
export async function loadBadges(projectId: string): Promise<void> {
  const mine = (asked.get(projectId) ?? 0) + 1;
  asked.set(projectId, mine);
  const answer = await request<Badges>('GET', '/count-badges', { projectId }).catch(() => null);
  if (answer && asked.get(projectId) === mine) store.set(badgesAtom(projectId), answer.data);
}

/** Applies badge messages of the server, and reads all badges again when some may have been missed. Returns how to stop. */
export function watchBadges(): () => void {
  const stops = [
    onSaid<{ projectId: string; counts: Badges }>('badges', ({ projectId, counts }) =>
      store.set(badgesAtom(projectId), before => ({ ...before, ...counts })),
    ),
    onMissed(({ projectId }) => void (projectId && loadBadges(projectId))),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Forgets all badges, at sign-out. */
export function forgetBadges(): void {
  resetFamily(badgesAtom, NONE);
}
