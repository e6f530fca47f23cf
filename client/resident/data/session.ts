import { VIETNAM } from '@lobby/shared/kit/dates.ts';
import { isSignedIn } from '@lobby/shared/kit/signed-in.ts';
import { useSyncExternalStore } from 'react';
import { loadWording, setZone } from '../words.ts';
import { call, onSessionEnd, Refused, renew, setToken, setUnit } from './api.ts';
import { forgetReadings, readAs, sweepReadings } from './cache.ts';
import { forgetDrafts } from './kept-drafts.ts';
import { follow, onEvent } from './live.ts';
import { forgetWaiting, sendAs } from './outbox.ts';

export interface Home {
  unitId: string;
  unitCode: string;
  projectId: string;
  projectName: string;
  residentId: string;
  timeZone: string;
}
export interface Session {
  name: string;
  homes: readonly Home[];
  home: Home;
}

/** Reasons from the server why a session ended; others are `ENDED`. */
const REASONS = ['BLOCKED', 'APP_USE_OFF', 'MOVED_OUT'];

export const KEPT = 'resident-session';
const UNIT = 'resident-unit';
let session: Session | null = null;
let ended: string | null = null;
let stop: (() => void) | null = null;
const listeners = new Set<() => void>();

function set(next: Session | null): void {
  stop?.();
  session = next;
  setUnit(next?.home.unitId ?? null);
  setZone(next?.home.timeZone ?? null);
  readAs(next?.home.residentId ?? null, next?.home.unitId ?? null);
  stop = next && follow(next.home.unitId, leave);
  sendAs(next?.home.residentId ?? null);
  if (next) localStorage.setItem(KEPT, JSON.stringify(next));
  else localStorage.removeItem(KEPT);
  void loadWording();
  for (const tell of listeners) tell();
}

/** Ends the session and deletes the resident's data from the device. */
function leave(reason: string | null): void {
  ended = reason && (REASONS.includes(reason) ? reason : 'ENDED');
  setToken(null);
  forgetWaiting();
  forgetReadings();
  forgetDrafts();
  set(null);
}

interface Me {
  user: { name: string };
  units: Home[];
  closed?: string | null;
}

/** Starts or updates the session: with the last chosen home, else the first. */
function begin({ user, units, closed = null }: Me): void {
  const home = units.find(({ unitId }) => unitId === localStorage.getItem(UNIT)) ?? units[0];
  if (!home) {
    leave(closed);
    return;
  }
  ended = null;
  void sweepReadings(
    units.map(unit => unit.residentId),
    units.map(unit => unit.unitId),
  );
  const same = session?.home.unitId === home.unitId && session.homes.length === units.length;
  if (!same) set({ name: user.name, homes: units, home });
}

/** Restores a session; without a network, from the stored state. */
export async function resume(): Promise<void> {
  const stored: Session | null = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
  // A stored session lasts until its end; the server's cookie marks a sign-in elsewhere on this device.
  if (!stored && !isSignedIn(document.cookie, 'resident')) return set(null);
  try {
    if (!(await renew())) {
      if (!ended) set(null);
      return;
    }
    begin(await call<Me>('/auth/me'));
  } catch (error) {
    if (!(error instanceof Refused) || error.status === 0) return set(stored);
    set(null);
  }
}

onSessionEnd(reason => {
  if (session || localStorage.getItem(KEPT)) leave(reason ?? 'ENDED');
});
// Homes may have changed with the permissions.
onEvent(event => {
  if (session && event?.action === 'permissions') void call<Me>('/auth/me').then(begin, () => null);
});

export async function signIn(login: string, password: string): Promise<void> {
  const me = await call<Me & { accessToken: string }>('/resident/auth/login', {
    method: 'POST',
    body: { login, password },
  });
  setToken(me.accessToken);
  begin(me);
}

export async function signOut(): Promise<void> {
  await call('/auth/logout', { method: 'POST' }).catch(() => null);
  leave(null);
}

export function choose(unitId: string): void {
  const home = session?.homes.find(entry => entry.unitId === unitId);
  if (!session || !home) return;
  localStorage.setItem(UNIT, unitId);
  set({ ...session, home });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Time zone of the current building. */
export const zoneNow = (): string => session?.home.timeZone ?? VIETNAM;

export const useSession = (): Session | null => useSyncExternalStore(subscribe, () => session);
/** Why the server ended the session: one of `REASONS`, or `ENDED`; null if it did not. */
export const useEnded = (): string | null => useSyncExternalStore(subscribe, () => ended);
