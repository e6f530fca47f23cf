import type { Language } from '@lobby/shared/kit/languages.ts';
import type { Quiet } from '@lobby/shared/kit/quiet-hours.ts';
import { isSignedIn } from '@lobby/shared/kit/signed-in.ts';
import { atom } from 'jotai';
import { readKept, writeKept } from '../../theme/kept.ts';
import type { Reader } from '../base/matches.ts';
import { store } from '../base/store.ts';
import { zoneNow } from '../base/zone.ts';
import { ApiError, onRefusal, request, type Scope } from '../http/api.ts';
import { accessToken, onToken, readToken, refreshToken, setAccessToken, takeToken, whyEnded } from '../http/token.ts';

export interface Employee {
  employeeId: string;
  projectId: string;
  projectName: string;
  positions: { name: string; departmentName: string }[];
}

/** A resident's unit in a project. */
export interface Home {
  unitId: string;
  unitCode: string;
  projectId: string;
  residentId: string;
  role: string;
}

export interface Me {
  user: {
    id: string;
    name: string;
    email: string | null;
    language?: Language | null;
    mailOff?: string[];
    appOff?: string[];
    pushOff?: string[];
    hideText?: boolean;
    quiet?: Quiet;
  };
  employees: Employee[];
  units: Home[];
  /** Event cursor from before any data was read. */
  cursor?: string | null;
}

/** Why nobody is signed in: never was, signed out, ended by the server, or replaced by another user. */
export type EndReason = 'none' | 'signed-out' | 'expired' | 'replaced';

export type Session =
  | { state: 'restoring' }
  | { state: 'in'; me: Me }
  | {
      state: 'out';
      reason: EndReason;
      /** What the server said about its end, and whose session it was. */
      endedBy?: string | undefined;
      email?: string | undefined;
    };

export const sessionAtom = atom<Session>({ state: 'restoring' });
/** The signed-in user, or null. */
export const meAtom = atom(get => {
  const session = get(sessionAtom);
  return session.state === 'in' ? session.me : null;
});
const scopes = atom<Scope>({});
/** Project or unit of the screen, set by the shell from the path. Setting the same again causes no change. */
export const scopeAtom = atom(
  get => get(scopes),
  (get, set, { projectId, unitId }: Scope) => {
    const before = get(scopes);
    if (before.projectId !== projectId || before.unitId !== unitId) set(scopes, { projectId, unitId });
  },
);
/** Project of the screen. */
export const projectIdAtom = atom(get => get(scopeAtom).projectId ?? null);

/** Current scope of the screen. */
export function scopeNow(): Scope {
  return store.get(scopeAtom);
}

/** Id of the user who is signed in, or null. */
export function myUserId(): string | null {
  return store.get(meAtom)?.user.id ?? null;
}

/** The signed-in person's employee record in a project, or null. */
export function employeeOf(projectId: string | undefined): Employee | null {
  return store.get(meAtom)?.employees.find(employee => employee.projectId === projectId) ?? null;
}

/** Whether an id of an actor is the reader: a user, employee or resident id. */
export function isMe(id: string | null | undefined): boolean {
  const me = store.get(meAtom);
  if (!me || !id) return false;
  return (
    id === me.user.id || me.employees.some(e => e.employeeId === id) || me.units.some(home => home.residentId === id)
  );
}

/** Values of `me` and the time zone in filters of a scope. */
export function readerOf({ projectId }: Scope): Reader {
  return { me: employeeOf(projectId)?.employeeId ?? null, timeZone: zoneNow() };
}

const RETURN_KEY = 'lobby.returnTo';

/** Path to return to after sign-in, once, and only for the same user. */
export function takeReturnPath(): string | null {
  const [user, path] = (globalThis.sessionStorage?.getItem(RETURN_KEY) ?? '').split(' ');
  globalThis.sessionStorage?.removeItem(RETURN_KEY);
  return path && user === myUserId() ? path : null;
}

type EndListener = (reason: EndReason, userId: string | null) => void;
const endListeners = new Set<EndListener>();
let tabs: BroadcastChannel | null = null;

/** Calls back when a session ends, with its user: personal data in memory must be dropped. */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Ends the session in this tab; for an expired one stores the path to return to, its user and why the server ended it. */
export function endSession(reason: EndReason, endedBy = whyEnded()): void {
  const before = store.get(sessionAtom);
  if (before.state === 'out') return;
  const userId = myUserId();
  if (reason === 'expired' && before.state === 'in' && globalThis.location)
    globalThis.sessionStorage?.setItem(RETURN_KEY, `${userId} ${location.pathname}${location.search}`);
  const email = (reason === 'expired' && store.get(meAtom)?.user.email) || undefined;
  setAccessToken(null);
  store.set(sessionAtom, { state: 'out', reason, endedBy, email });
  for (const listener of endListeners) listener(reason, userId);
}

/** Set once the server has told this browser by a readable cookie whether there is a session. */
const MARKED_KEY = 'lobby.marked';

/** Whether there may be a session to restore: the refresh cookie is hidden from scripts, but a readable one tells. */
export function mayComeBack(): boolean {
  if (isSignedIn(globalThis.document?.cookie ?? '', 'staff')) return true;
  // Sessions older than that cookie left another trace of the sign-in.
  return readKept(LEAVING_KEY) !== null && readKept(MARKED_KEY) === null;
}

function begin(me: Partial<Me>): Me | null {
  if (!me.user) return null;
  const whole: Me = { user: me.user, employees: me.employees ?? [], units: me.units ?? [], cursor: me.cursor ?? null };
  store.set(sessionAtom, { state: 'in', me: whole });
  return whole;
}

/** Continues as the last signed-in user until the server can be asked. */
export function bringSession(me: Me): void {
  // Without a cursor, because events since then are unknown.
  begin({ ...me, cursor: null });
}

/** Reloads the signed-in user (a project was added, a name changed). */
export async function loadMe(scope: Scope = {}): Promise<Me | null> {
  return begin((await request<Partial<Me>>('GET', '/auth/me', scope)).data);
}

/**
 * At page load: restores the session by the refresh cookie, if there is one; `onRestored` is called before the first read. Throws
 * `FAIL` if the server is unreachable.
 */
export async function restoreSession(onRestored: () => void = () => undefined): Promise<Me | null> {
  const refreshed = mayComeBack() ? await refreshToken() : 'ended';
  if (refreshed !== 'unreachable') writeKept(MARKED_KEY, 'yes');
  if (refreshed === 'unreachable') throw new ApiError(0, 'FAIL', '', null, '');
  if (refreshed === 'refreshed' && !readKept(LEAVING_KEY)) {
    onRestored();
    return loadMe();
  }
  if (refreshed === 'refreshed') await leave();
  endSession('none');
  return null;
}

/** Signs staff in; `keep` for 30 days, otherwise for one. Throws `SIGN_IN_FAILED` and others. */
export async function signIn(email: string, password: string, keep = true): Promise<Me | null> {
  const body = { email, password, keep };
  const { data } = await request<Partial<Me> & { accessToken: string }>('POST', '/auth/login', { body });
  const before = myUserId();
  if (before && before !== data.user?.id) endSession('replaced');
  writeKept(LEAVING_KEY, '');
  writeKept(MARKED_KEY, 'yes');
  const me = begin(data);
  setAccessToken(data.accessToken);
  tabs?.postMessage({ entered: data.user?.id });
  return me;
}

/** A sign-out that has not reached the server yet: the refresh cookie must not restore the session. */
const LEAVING_KEY = 'lobby.leaving';

async function leave(): Promise<void> {
  writeKept(LEAVING_KEY, 'yes');
  const failed = await request('POST', '/auth/logout').then(
    () => false,
    error => error instanceof ApiError && error.passing,
  );
  if (!failed) writeKept(LEAVING_KEY, '');
}

/** Signs out in all tabs and removes the user's data from this browser, even if the server is unreachable. */
export async function signOut(): Promise<void> {
  // The call carries its token; the screen does not wait for the answer.
  const left = leave();
  tabs?.postMessage({ left: true });
  endSession('signed-out');
  await left;
}

/** Watches the session: refused tokens, other tabs, another user's cookie. Returns a function to stop. */
export function watchSession(): () => void {
  tabs = globalThis.BroadcastChannel ? new BroadcastChannel('lobby-session') : null;
  let taken: string | undefined;
  const heard = ({ data }: MessageEvent<{ left?: boolean; entered?: string; token?: string }>) => {
    const mine = myUserId();
    if (data.left) endSession('signed-out');
    else if (data.entered && mine && data.entered !== mine) endSession('replaced');
    else if (data.entered && !mine) void restoreSession().catch(() => null);
    else if (data.token) {
      taken = data.token;
      takeToken(taken);
    }
  };
  tabs?.addEventListener('message', heard);
  const stops = [
    onRefusal(error => {
      // The request was already retried with a new token, so the session is over.
      if (error.status === 401 && error.code !== 'SIGN_IN_FAILED' && accessToken()) endSession('expired');
    }),
    onToken(token => {
      const mine = myUserId();
      // The cookie belongs to another user, who signed in in another tab.
      if (token && mine && readToken(token).sub !== mine) endSession('replaced');
      else if (token && token !== taken) tabs?.postMessage({ token });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    tabs?.close();
    tabs = null;
  };
}
