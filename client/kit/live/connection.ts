import { atom } from 'jotai';
import { store } from '../base/store.ts';

/** `offline`: the server cannot be reached; `unstable`: the connection is slow (rules.md 9). */
export type ConnectionState = 'online' | 'unstable' | 'offline';

export interface Connection {
  state: ConnectionState;
  /** When this state began, ms. */
  since: number;
}

/** What the browser and the socket report of the network. */
export interface Signals {
  onLine: boolean;
  socket: boolean;
  /** What the server itself took to answer the last messages, ms: browsers guess, and never see an office's own network. */
  roundTrips?: readonly number[];
}

/** So many answers are looked at; one slow one is no bad network. */
const MEASURED = 5;
const ENOUGH = 3;
/** rules.md 9. */
const SLOW_MS = 250;

/** The state that the signals stand for: unstable where most of the last answers took longer than 250 ms. */
export function connectionOf({ onLine, socket, roundTrips = [] }: Signals): ConnectionState {
  if (!onLine || !socket) return 'offline';
  return roundTrips.filter(ms => ms > SLOW_MS).length >= ENOUGH ? 'unstable' : 'online';
}

/** When this device reached the server last, also before it was opened anew: what it shows without a network is of then. */
const REACHED = 'lobby.reachedAt';
let isReached = false;

function keepReached(): void {
  isReached = true;
  globalThis.localStorage?.setItem(REACHED, String(Date.now()));
}

/** The state of the connection to the server. */
export const connectionAtom = atom<Connection>({ state: 'online', since: Date.now() });

/** Resolves when the connection is no longer offline. */
export function reached(): Promise<void> {
  return new Promise(done => {
    const look = () => {
      if (store.get(connectionAtom).state === 'offline') return;
      stop();
      done();
    };
    const stop = store.sub(connectionAtom, look);
    look();
  });
}

/** Calls back each time the connection is no longer offline. Answers how to stop. */
export function onReconnect(listener: () => void): () => void {
  let offline = store.get(connectionAtom).state === 'offline';
  return store.sub(connectionAtom, () => {
    const before = offline;
    offline = store.get(connectionAtom).state === 'offline';
    if (before && !offline) listener();
  });
}

// A socket that comes back at once (a server restarted, a laptop lid) is not worth a warning.
const PATIENCE = 2000;
let socketUp = true;
let waiting: ReturnType<typeof setTimeout> | undefined;
let roundTrips: number[] = [];

/** Whoever opens the page where there is no network has lost it when they were last here. */
function sinceOf(state: ConnectionState): number {
  const before = state === 'offline' && !isReached && Number(globalThis.localStorage?.getItem(REACHED));
  return before || Date.now();
}

function tell(): void {
  const onLine = globalThis.navigator?.onLine ?? true;
  const state = connectionOf({ onLine, socket: socketUp, roundTrips });
  store.set(connectionAtom, before => (before.state === state ? before : { state, since: sinceOf(state) }));
}

/** Told by the socket how long an answer took, ms. */
export function answeredIn(ms: number): void {
  keepReached();
  roundTrips = [...roundTrips, ms].slice(-MEASURED);
  tell();
}

/** Told by the socket whether it is connected. */
export function socketIs(up: boolean): void {
  // What was measured on a connection says nothing of the next.
  roundTrips = [];
  if (up) {
    keepReached();
    clearTimeout(waiting);
    waiting = undefined;
    socketUp = true;
    tell();
  } else {
    waiting ??= setTimeout(() => {
      socketUp = false;
      tell();
    }, PATIENCE);
  }
}

/** Watches the network state of the browser. Returns how to stop. */
export function watchNetwork(): () => void {
  globalThis.addEventListener?.('online', tell);
  globalThis.addEventListener?.('offline', tell);
  tell();
  return () => {
    globalThis.removeEventListener?.('online', tell);
    globalThis.removeEventListener?.('offline', tell);
  };
}
