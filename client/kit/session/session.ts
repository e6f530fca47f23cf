import type { Language } from '@lobby/shared/kit/languages.ts';
import type { Quiet } from '@lobby/shared/kit/quiet-hours.ts';
import { isSignedIn } from '@lobby/shared/kit/signed-in.ts';
import { atom } from 'jotai';
import { readKept, writeKept } from '../../theme/kept.ts';
import type { Reader } from '../base/matches.ts';
import { store } from '../base/store.ts';
import { zoneNow } from '../base/zone.ts';
import { ApiError, onRefusal, request, type Scope } from '../http/api.ts';
import { accessToken, onToken, readToken, refreshToken, setAccessToken } from '../http/token.ts';

export interface Employee {
  employeeId: string;
  projectId: string;
  projectName: string;
  positions: { name: string; departmentName: string }[];
}

/** A resident's place: one unit of a project. */
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
  /** The event cursor from before anything was read. */
  cursor?: string | null;
}

/** Why nobody is signed in: never was, by choice, the server ended it, or somebody else signs in here. */
export type EndReason = 'none' | 'signed-out' | 'expired' | 'replaced';

export type Session = { state: 'restoring' } | { state: 'in'; me: Me } | { state: 'out'; reason: EndReason };

/** Who is signed in. */
export const sessionAtom = atom<Session>({ state: 'restoring' });
/** The one who is signed in, or null. */
export const meAtom = atom(get => {
  const session = get(sessionAtom);
  return session.state === 'in' ? session.me : null;
});
const scopes = atom<Scope>({});
/** The project or unit that the screens are about; the shell sets it from the path. The same again is no change. */
export const scopeAtom = atom(
  get => get(scopes),
  (get, set, { projectId, unitId }: Scope) => {
    const before = get(scopes);
    if (before.projectId !== projectId || before.unitId !== unitId) set(scopes, { projectId, unitId });
  },
);
/** The project that the screens are about. */
export const projectIdAtom = atom(get => get(scopeAtom).projectId ?? null);

/** The scope that the screens are about now. */
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

/** What `me` and days mean in the filters of a scope. */
export function readerOf({ projectId }: Scope): Reader {
  return { me: employeeOf(projectId)?.employeeId ?? null, timeZone: zoneNow() };
}

const RETURN_KEY = 'lobby.returnTo';

/** The path to go back to after signing in, once; nobody is led to where somebody else was. */
export function takeReturnPath(): string | null {
  const [user, path] = (globalThis.sessionStorage?.getItem(RETURN_KEY) ?? '').split(' ');
  globalThis.sessionStorage?.removeItem(RETURN_KEY);
  return path && user === myUserId() ? path : null;
}

type EndListener = (reason: EndReason, userId: string | null) => void;
const endListeners = new Set<EndListener>();
let tabs: BroadcastChannel | null = null;

/** Calls back when the session ends, and whose it was: personal data in memory must be dropped. */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Ends the session in this tab; an expired one keeps the path to come back to. */
export function endSession(reason: EndReason): void {
  const before = store.get(sessionAtom);
  if (before.state === 'out') return;
  const userId = myUserId();
  if (reason === 'expired' && before.state === 'in' && globalThis.location)
    globalThis.sessionStorage?.setItem(RETURN_KEY, `${userId} ${location.pathname}${location.search}`);
  setAccessToken(null);
  store.set(sessionAtom, { state: 'out', reason });
  for (const listener of endListeners) listener(reason, userId);
}

/** Kept once the server has told this browser by a cookie of its own whether there is a session. */
const MARKED_KEY = 'lobby.marked';

/** Whether there may be a session to come back to: its own cookie no script can see, the one beside it says so. */
export function mayComeBack(): boolean {
  if (isSignedIn(globalThis.document?.cookie ?? '', 'staff')) return true;
  // Sessions that are older than that cookie have left another trace of the sign-in.
  return readKept(LEAVING_KEY) !== null && readKept(MARKED_KEY) === null;
}

function begin(me: Partial<Me>): Me | null {
  if (!me.user) return null;
  const known: Me = { user: me.user, employees: me.employees ?? [], units: me.units ?? [], cursor: me.cursor ?? null };
  store.set(sessionAtom, { state: 'in', me: known });
  return known;
}

/** Goes on as somebody who was signed in here before, until the server can be asked. */
export function bringSession(me: Me): void {
  // Nothing is known of what happened meanwhile: what is read counts from then on.
  begin({ ...me, cursor: null });
}

/** Reads again who is signed in (a project was added, a name changed). */
export async function loadMe(scope: Scope = {}): Promise<Me | null> {
  return begin((await request<Partial<Me>>('GET', '/auth/me', scope)).data);
}

/** At load: the refresh cookie brings the session back, if there is one. Throws `FAIL` when the server cannot be reached. */
export async function restoreSession(): Promise<Me | null> {
  const refreshed = mayComeBack() ? await refreshToken() : 'ended';
  if (refreshed !== 'unreachable') writeKept(MARKED_KEY, 'yes');
  if (refreshed === 'unreachable') throw new ApiError(0, 'FAIL', '', null, '');
  if (refreshed === 'refreshed' && !readKept(LEAVING_KEY)) return loadMe();
  if (refreshed === 'refreshed') await leave();
  endSession('none');
  return null;
}

/** Signs staff in; `keep` for 30 days, else for one. Throws `SIGN_IN_FAILED` and the like. */
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

/** Signs out here and in all tabs; nothing of the person stays in this browser, also when the server cannot be reached. */
export async function signOut(): Promise<void> {
  // The call takes its token along; the screen does not wait for the answer.
  const left = leave();
  tabs?.postMessage({ left: true });
  endSession('signed-out');
  await left;
}

/** Watches over the session: refused tokens, other tabs, another person's cookie. Answers how to stop. */
export function watchSession(): () => void {
  tabs = globalThis.BroadcastChannel ? new BroadcastChannel('lobby-session') : null;
  const heard = (event: MessageEvent<{ left?: boolean; entered?: string }>) => {
    const mine = myUserId();
    if (event.data.left) endSession('signed-out');
    else if (event.data.entered && mine && event.data.entered !== mine) endSession('replaced');
  };
  tabs?.addEventListener('message', heard);
  const stops = [
    onRefusal(error => {
      // Tried again with a new token already: the session is over.
      if (error.status === 401 && error.code !== 'SIGN_IN_FAILED' && accessToken()) endSession('expired');
    }),
    onToken(token => {
      const mine = myUserId();
      // Another tab signed somebody else in, whose cookie this is.
      if (token && mine && readToken(token).sub !== mine) endSession('replaced');
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    tabs?.close();
    tabs = null;
  };
}
