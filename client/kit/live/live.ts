import { store } from '../base/store.ts';
import { dataOf, type Scope } from '../http/api.ts';
import { applyEvents, lastOfEach, type RecordEvent, rememberIds } from '../records/events.ts';
import { isMe, meAtom } from '../session/session.ts';
import { ask, closeSocket, connectionNow, isConnected, onSaid, openSocket, reconnect, wake } from './socket.ts';

export { onSaid } from './socket.ts';

/** `resync`: events were missed, everything shown must be read again. */
export type Notice = { kind: 'event'; event: RecordEvent; mine: boolean } | { kind: 'resync' };
export type Listener = (notice: Notice) => void;

interface Joined {
  listeners: Set<Listener>;
  state: 'wanted' | 'joining' | 'joined' | 'denied';
  /** The subscription was denied before: what could not be read then must be read when it succeeds. */
  wasDenied: boolean;
}

/** The subscriptions of one project or unit. */
interface Following {
  scope: Scope;
  modules: Map<string, Joined>;
  /** Cursor up to which all events were received, or that is older than anything that was read. */
  checkpoint: string | null;
  /** When the scope was first followed. */
  begun: number;
  /** Whether a subscription was acknowledged once. */
  met: boolean;
}

interface Answer {
  ok: boolean;
  cursor: string;
  denied: string[];
  /** Modules without access whose renamed records are reported. */
  names: string[];
  events: RecordEvent[];
  resync: boolean;
}

const CHECK_EVERY = 30_000;
/** Longer than a loaded page takes to connect. */
const JUST_MS = 5000;

const followed = new Map<string, Following>();
/** The newest cursor received since the sign-in; null before the first. */
let place: string | null = null;
const seen = rememberIds();
let checking: ReturnType<typeof setInterval> | undefined;
let stopEvents: (() => void) | undefined;

const keyOf = ({ projectId, unitId }: Scope) => unitId ?? projectId ?? '';
const naming = ({ projectId, unitId }: Scope) => (unitId ? { unitId } : { projectId });
const isOther = (event: RecordEvent) => !isMe(event.actor?.id);

/** Subscribes to the events of a module in a scope; returns a function to stop. Records are updated before the listener is called. */
export function subscribeToModule(scope: Scope, module: string, listener: Listener): () => void {
  const key = keyOf(scope);
  // The caller reads its data after this point.
  const checkpoint = place ?? store.get(meAtom)?.cursor ?? null;
  const following = followed.get(key) ?? {
    scope,
    modules: new Map(),
    checkpoint,
    begun: performance.now(),
    met: false,
  };
  followed.set(key, following);
  const joined = following.modules.get(module) ?? { listeners: new Set(), state: 'wanted', wasDenied: false };
  following.modules.set(module, joined);
  joined.listeners.add(listener);
  if (joined.state === 'wanted') queueMicrotask(() => void join(following));
  return () => {
    joined.listeners.delete(listener);
    // The next screen often follows the same module: the subscription is kept for a moment.
    if (joined.listeners.size === 0) setTimeout(() => leave(following, module), 5000);
  };
}

function leave(following: Following, module: string): void {
  const joined = following.modules.get(module);
  if (!joined || joined.listeners.size > 0) return;
  following.modules.delete(module);
  if (joined.state === 'joined') void ask('unsubscribe', { ...naming(following.scope), modules: [module] });
  if (following.modules.size === 0) followed.delete(keyOf(following.scope));
}

/** Subscribes to modules that are not subscribed yet; with a checkpoint the answer contains all events since. */
async function join(following: Following): Promise<void> {
  const wanted = [...following.modules].filter(([, { state }]) => state === 'wanted').map(([module]) => module);
  if (wanted.length === 0 || !isConnected()) return;
  const mine = connectionNow();
  const whole = wanted.length === following.modules.size;
  for (const module of wanted) setState(following, module, 'joining');
  const answer = await subscribe(following, wanted);
  // No answer in time: the connection is half open.
  if (!answer) return reconnect(mine);
  // The cursor covers all modules only when all were in this request.
  if (whole || following.checkpoint === null) following.checkpoint = answer.cursor;
}

/** Requests all events since the checkpoint: finds lost events, and detects a dead connection. */
async function check(following: Following): Promise<void> {
  const modules = [...following.modules].filter(([, { state }]) => state === 'joined').map(([module]) => module);
  if (modules.length === 0) return;
  const mine = connectionNow();
  const answer = await subscribe(following, modules);
  if (answer) following.checkpoint = answer.cursor;
  else reconnect(mine);
}

function setState(following: Following, module: string, state: Joined['state']): void {
  const joined = following.modules.get(module);
  if (joined) joined.state = state;
}

/** Modules per message; the server accepts no more at once, so larger sets are sent in parts. */
const AT_ONCE = 40;

/**
 * Subscribes to modules in parts and applies the missed events; null if no answer came. The cursor is that of the first
 * part, so that no part misses an event after it.
 */
async function subscribe(following: Following, modules: string[]): Promise<{ cursor: string | null } | null> {
  const since = following.checkpoint ?? undefined;
  let first: { cursor: string | null } | undefined;
  for (let from = 0; from < modules.length; from += AT_ONCE) {
    const answer = await subscribePart(following, modules.slice(from, from + AT_ONCE), since);
    if (!answer) return null;
    first ??= answer;
  }
  return first ?? null;
}

async function subscribePart(following: Following, modules: string[], since: string | undefined) {
  const reply = await ask('subscribe', { ...naming(following.scope), modules, ...(since && { since }) });
  if (reply === null) return null;
  const { ok, cursor, denied = [], names = [], events = [], resync: lost } = dataOf<Answer>(reply);
  const count = catchUp(events);
  for (const module of modules) {
    const joined = following.modules.get(module);
    if (!joined) continue;
    const refused = !ok || denied.includes(module);
    joined.state = refused ? 'denied' : 'joined';
    // Without a checkpoint, data read before the subscription may have changed in between.
    const isTold = !refused || names.includes(module);
    if (isTold && (lost || !since || (joined.wasDenied && !refused))) resync(joined);
    joined.wasDenied = refused;
  }
  // Data that has no events (badges, views) may have changed before this connection, too.
  if (lost || !since || !following.met || count > 0)
    missed(following, !following.met && !lost && count === 0 && performance.now() - following.begun < JUST_MS);
  if (!ok) return { cursor: following.checkpoint };
  following.met = true;
  place = cursor ?? null;
  return { cursor: place };
}

/**
 * Applies missed events in stream order: the last one of each record is stored, listeners are called for each new event.
 * Returns how many were new.
 */
function catchUp(events: readonly RecordEvent[]): number {
  applyEvents(lastOfEach(events), isOther);
  const news = events.filter(event => seen.isNew(event.id));
  for (const event of news) notify(event);
  return news.length;
}

function take(event: RecordEvent): void {
  if (!seen.isNew(event.id)) return;
  applyEvents([event], isOther);
  notify(event);
}

const eventListeners = new Set<(event: RecordEvent) => void>();
/** Calls back for every new event of any module. */
export function onEvent(listener: (event: RecordEvent) => void): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

function notify(event: RecordEvent): void {
  for (const listener of eventListeners) listener(event);
  for (const { scope, modules } of followed.values()) {
    if (scope.projectId && scope.projectId !== event.projectId) continue;
    const notice: Notice = { kind: 'event', event, mine: !isOther(event) };
    for (const listener of modules.get(event.module)?.listeners ?? []) listener(notice);
  }
}

function resync({ listeners }: Joined): void {
  for (const listener of listeners) listener({ kind: 'resync' });
}

/** `first`: nothing was followed before, and screens started reading only a moment ago. */
type Missed = (scope: Scope, first: boolean) => void;
const missListeners = new Set<Missed>();
/** Calls back when events of a scope may have been missed: data that has no events must be read again. */
export function onMissed(listener: Missed): () => void {
  missListeners.add(listener);
  return () => missListeners.delete(listener);
}

function missed({ scope }: Following, first: boolean): void {
  for (const listener of missListeners) listener(scope, first);
}

/** Longer than a connection takes on a normal network. */
const MEETING_MS = 1000;

/**
 * Resolves once a project is followed, so that data read afterwards need not be read again; without a connection it resolves
 * after a short wait.
 */
export async function untilFollowed(projectId: string): Promise<void> {
  if (followed.get(projectId)?.met) return;
  await new Promise<void>(done => {
    const stop = onMissed(scope => scope.projectId === projectId && end());
    const timer = setTimeout(end, MEETING_MS);
    function end() {
      stop();
      clearTimeout(timer);
      done();
    }
  });
}

/** Subscribes again to everything, including denied modules: permissions have changed. */
export function joinAgain(): void {
  for (const following of followed.values()) {
    for (const joined of following.modules.values()) joined.state = 'wanted';
    void join(following);
  }
}

/** Checks now for missed events: the page was hidden or the network is back. */
export function checkNow(): void {
  wake();
  for (const following of followed.values()) void check(following);
}

/** Opens the live connection of this tab. Each reconnection subscribes again and receives the events missed meanwhile. */
export function openLive(): void {
  stopEvents ??= onSaid('event', take);
  openSocket(joinAgain);
  checking ??= setInterval(checkNow, CHECK_EVERY);
}

/** Closes the connection and drops all subscriptions. */
export function closeLive(): void {
  clearInterval(checking);
  stopEvents?.();
  [checking, stopEvents] = [undefined, undefined];
  closeSocket();
  followed.clear();
  place = null;
}
