import { useSyncExternalStore } from 'react';
import { call, Refused, renew, setToken, setUnit } from './api.ts';
import { follow } from './live.ts';
import { forgetWaiting, sendAs } from './outbox.ts';

export interface Home {
  unitId: string;
  unitCode: string;
  projectId: string;
  residentId: string;
}
export interface Session {
  name: string;
  homes: readonly Home[];
  home: Home;
}

const KEPT = 'resident-session';
const UNIT = 'resident-unit';
let session: Session | null = null;
let stop: (() => void) | null = null;
const listeners = new Set<() => void>();

function set(next: Session | null): void {
  stop?.();
  session = next;
  setUnit(next?.home.unitId ?? null);
  stop = next && follow(next.home.unitId);
  sendAs(next?.home.residentId ?? null);
  if (next) localStorage.setItem(KEPT, JSON.stringify(next));
  else localStorage.removeItem(KEPT);
  for (const tell of listeners) tell();
}

function begin(name: string, homes: readonly Home[]): void {
  const home = homes.find(({ unitId }) => unitId === localStorage.getItem(UNIT)) ?? homes[0];
  set(home ? { name, homes, home } : null);
}

interface Me {
  user: { name: string };
  units: Home[];
}

/** Comes back where somebody was signed in; without a network, with what was known of them. */
export async function resume(): Promise<void> {
  try {
    if (!(await renew())) return set(null);
    const { user, units } = await call<Me>('/auth/me');
    begin(user.name, units);
  } catch (error) {
    const kept: Session | null = JSON.parse(localStorage.getItem(KEPT) ?? 'null');
    if (!(error instanceof Refused) || error.status === 0) return set(kept);
    set(null);
  }
}

export async function signIn(login: string, password: string): Promise<void> {
  const { accessToken, user, units } = await call<Me & { accessToken: string }>('/resident/auth/login', {
    method: 'POST',
    body: { login, password },
  });
  setToken(accessToken);
  begin(user.name, units);
}

export async function signOut(): Promise<void> {
  await call('/auth/logout', { method: 'POST' }).catch(() => null);
  setToken(null);
  forgetWaiting();
  set(null);
}

export function choose(unitId: string): void {
  const home = session?.homes.find(one => one.unitId === unitId);
  if (!session || !home) return;
  localStorage.setItem(UNIT, unitId);
  set({ ...session, home });
}

export const useSession = (): Session | null =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => session,
  );
