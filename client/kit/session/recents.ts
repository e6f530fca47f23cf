import { atom, type PrimitiveAtom } from 'jotai';
import { openStorage } from '../base/storage.ts';
import { family, resetFamily, store } from '../base/store.ts';
import { myUserId } from './session.ts';

/** Records by `module/id`, the last opened first. Names are not stored but loaded when shown. */
type Recent = readonly string[];

const MOST = 12;
const NONE: Recent = [];
const storage = openStorage('recent');
const recents = family((_place: string): PrimitiveAtom<Recent> => atom(NONE));

const placeOf = (projectId: string) => `${myUserId() ?? ''}/${projectId}`;

/** Recently opened records of the reader in a project. */
export const recentsAtom = (projectId: string): PrimitiveAtom<Recent> => recents(placeOf(projectId));

/** Loads the recently opened records stored in this browser. */
export async function loadRecents(projectId: string): Promise<void> {
  const place = placeOf(projectId);
  const stored = await storage.get<Recent>(place);
  if (Array.isArray(stored)) store.set(recents(place), before => [...new Set([...before, ...stored])].slice(0, MOST));
}

/** Notes that a record was opened. */
export function noteOpened(projectId: string | undefined, name: string, id: string): void {
  if (!projectId || !myUserId()) return;
  const place = placeOf(projectId);
  const key = `${name}/${id}`;
  const keep = async () => {
    await loadRecents(projectId);
    const next = [key, ...store.get(recents(place)).filter(other => other !== key)].slice(0, MOST);
    store.set(recents(place), next);
    await storage.set(place, next);
  };
  void keep();
}

/** Drops the recently opened records of this tab. */
export function forgetRecents(): void {
  resetFamily(recents, NONE);
}

/** Removes the user's records from this browser at sign-out. */
export async function dropRecents(userId: string): Promise<void> {
  for (const [place] of await storage.entries()) if (place.startsWith(`${userId}/`)) await storage.remove(place);
}
