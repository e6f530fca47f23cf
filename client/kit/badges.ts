import { atom } from 'jotai';
import { request } from './api.ts';
import { onMissed } from './live.ts';
import { onSaid } from './socket.ts';
import { family, resetFamily, store } from './store.ts';

/** Badge -> how many wait, as the server counts them. */
export type Badges = Readonly<Record<string, number>>;

const NONE: Badges = {};

/** The badges of a project. */
export const badgesAtom = family((_projectId: string) => atom<Badges>(NONE));

/** Reads all badges of a project; on failure they stay as they are. */
export async function loadBadges(projectId: string): Promise<void> {
  const answer = await request<Badges>('GET', '/count-badges', { projectId }).catch(() => null);
  if (answer) store.set(badgesAtom(projectId), answer.data);
}

/** Takes in what the server says of badges, and reads them again when some of that was missed. Answers how to stop. */
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
