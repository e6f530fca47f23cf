import { dataOf, type Scope } from './api.ts';
import { applyEvents, type LiveEvent, lastOfEach, rememberIds } from './events.ts';
import { isMe, meAtom } from './session.ts';
import { ask, closeSocket, connectionNow, isConnected, onSaid, openSocket, reconnect, wake } from './socket.ts';
import { store } from './store.ts';

export { onSaid } from './socket.ts';

/** `resync`: events were missed, what is shown has to be read again. */
export type Notice = { kind: 'event'; event: LiveEvent; mine: boolean } | { kind: 'resync' };
export type Listener = (notice: Notice) => void;

interface Joined {
  listeners: Set<Listener>;
  state: 'wanted' | 'joining' | 'joined' | 'denied';
  /** Was denied before: what a screen could not read then is there now. */
  wasDenied: boolean;
}

/** What is followed in one project or unit. */
interface Following {
  scope: Scope;
  modules: Map<string, Joined>;
  /** Everything up to here was answered in full by the server, or came before anything was read. */
  checkpoint: string | null;
  /** The server has answered once. */
  met: boolean;
}

interface Answer {
  ok: boolean;
  cursor: string;
  denied: string[];
  events: LiveEvent[];
  resync: boolean;
}

const CHECK_EVERY = 30_000;

const followed = new Map<string, Following>();
/** The newest place that the server told; null before it told any since the sign-in. */
let place: string | null = null;
const seen = rememberIds();
let checking: ReturnType<typeof setInterval> | undefined;
let stopEvents: (() => void) | undefined;

const keyOf = ({ projectId, unitId }: Scope) => unitId ?? projectId ?? '';
const naming = ({ projectId, unitId }: Scope) => (unitId ? { unitId } : { projectId });
const isOther = (event: LiveEvent) => !isMe(event.actor?.id);

/** Follows the events of a module in a scope until told to stop; records are up to date before the listener hears. */
export function followModule(scope: Scope, module: string, listener: Listener): () => void {
  const key = keyOf(scope);
  // Whoever follows reads after this.
  const checkpoint = place ?? store.get(meAtom)?.cursor ?? null;
  const following = followed.get(key) ?? { scope, modules: new Map(), checkpoint, met: false };
  followed.set(key, following);
  const joined = following.modules.get(module) ?? { listeners: new Set(), state: 'wanted', wasDenied: false };
  following.modules.set(module, joined);
  joined.listeners.add(listener);
  if (joined.state === 'wanted') queueMicrotask(() => void join(following));
  return () => {
    joined.listeners.delete(listener);
    // A screen that opens next often follows the same module: it is left a little later.
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

/** Joins what is not joined yet; with a checkpoint nothing between it and the answer is missed. */
async function join(following: Following): Promise<void> {
  const wanted = [...following.modules].filter(([, { state }]) => state === 'wanted').map(([module]) => module);
  if (wanted.length === 0 || !isConnected()) return;
  const mine = connectionNow();
  const whole = wanted.length === following.modules.size;
  for (const module of wanted) setState(following, module, 'joining');
  const answer = await subscribe(following, wanted);
  // No answer in time: the connection is half open.
  if (!answer) return reconnect(mine);
  // The cursor stands for all modules only when all were asked about.
  if (whole || following.checkpoint === null) following.checkpoint = answer.cursor;
}

/** Asks for everything since the checkpoint: finds what was lost on the way, and a connection that is dead. */
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

/** Asks the server for modules and takes in what was missed; null when no answer came. */
async function subscribe(following: Following, modules: string[]): Promise<{ cursor: string | null } | null> {
  const since = following.checkpoint ?? undefined;
  const said = await ask('subscribe', { ...naming(following.scope), modules, ...(since && { since }) });
  if (said === null) return null;
  const { ok, cursor, denied = [], events = [], resync: lost } = dataOf<Answer>(said);
  const found = catchUp(events);
  for (const module of modules) {
    const joined = following.modules.get(module);
    if (!joined) continue;
    const refused = !ok || denied.includes(module);
    joined.state = refused ? 'denied' : 'joined';
    // Without a checkpoint, what a screen read before the server knew of it may have changed in between.
    if (!refused && (lost || !since || joined.wasDenied)) resync(joined);
    joined.wasDenied = refused;
  }
  // What comes by no event may have changed before the server knew of this connection, too.
  if (lost || !since || !following.met || found > 0) missed(following);
  if (!ok) return { cursor: following.checkpoint };
  following.met = true;
  place = cursor ?? null;
  return { cursor: place };
}

/** The whole of a stretch of the stream, in order: records take the last of each, listeners hear of what is new. Answers how many. */
function catchUp(events: readonly LiveEvent[]): number {
  applyEvents(lastOfEach(events), isOther);
  const news = events.filter(event => seen.isNew(event.id));
  for (const event of news) notify(event);
  return news.length;
}

function take(event: LiveEvent): void {
  if (!seen.isNew(event.id)) return;
  applyEvents([event], isOther);
  notify(event);
}

const eventListeners = new Set<(event: LiveEvent) => void>();
/** Calls back for every new event, whatever is followed. */
export function onEvent(listener: (event: LiveEvent) => void): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

function notify(event: LiveEvent): void {
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

const missListeners = new Set<(scope: Scope) => void>();
/** Calls back when something was missed in a scope, or may have been: what comes by no event has to be read again. */
export function onMissed(listener: (scope: Scope) => void): () => void {
  missListeners.add(listener);
  return () => missListeners.delete(listener);
}

function missed({ scope }: Following): void {
  for (const listener of missListeners) listener(scope);
}

/** Asks again for everything that is followed, also what was denied: permissions have changed. */
export function joinAgain(): void {
  for (const following of followed.values()) {
    for (const joined of following.modules.values()) joined.state = 'wanted';
    void join(following);
  }
}

/** Checks now that nothing was missed: the page was hidden, the network came back. */
export function checkNow(): void {
  wake();
  for (const following of followed.values()) void check(following);
}

/** Opens the live connection of this tab; what is followed is joined on each new one, and what passed meanwhile comes with the answer. */
export function openLive(): void {
  stopEvents ??= onSaid('event', take);
  openSocket(joinAgain);
  checking ??= setInterval(checkNow, CHECK_EVERY);
}

/** Closes the connection and forgets what was followed. */
export function closeLive(): void {
  clearInterval(checking);
  stopEvents?.();
  [checking, stopEvents] = [undefined, undefined];
  closeSocket();
  followed.clear();
  place = null;
}
