import { atom } from 'jotai';
import { store } from '../base/store.ts';

/** `offline`: the server cannot be reached; `unstable`: the connection is slow (rules.md 9). */
export type ConnectionState = 'online' | 'unstable' | 'offline';

export interface Connection {
  state: ConnectionState;
  /** Epoch time in ms at which the state began. */
  since: number;
}

/** Network signals of browser and socket. */
export interface Signals {
  onLine: boolean;
  socket: boolean;
  /** Round trips of the last messages in ms, because browsers only guess and do not know an office's network. */
  roundTrips?: readonly number[];
}

/** Number of round trips considered, so that a single slow one does not count. */
const MEASURED = 5;
const ENOUGH = 3;
/** Threshold of a slow connection (rules.md 9). */
const SLOW_MS = 250;

/** Derives the connection state: unstable if most recent round trips took longer than 250 ms. */
export function connectionOf({ onLine, socket, roundTrips = [] }: Signals): ConnectionState {
  if (!onLine || !socket) return 'offline';
  return roundTrips.filter(ms => ms > SLOW_MS).length >= ENOUGH ? 'unstable' : 'online';
}

/** Storage key of the last time the server was reached, before reloads too: data shown without a network is of that time. */
const REACHED = 'lobby.reachedAt';
let isReached = false;

function keepReached(): void {
  isReached = true;
  globalThis.localStorage?.setItem(REACHED, String(Date.now()));
}

/** The state of the connection to the server. */
export const connectionAtom = atom<Connection>({ state: 'online', since: Date.now() });

/** Resolves when the connection is not offline. */
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

/** Calls back each time the connection returns from offline. Returns a function to stop. */
export function onReconnect(listener: () => void): () => void {
  let offline = store.get(connectionAtom).state === 'offline';
  return store.sub(connectionAtom, () => {
    const before = offline;
    offline = store.get(connectionAtom).state === 'offline';
    if (before && !offline) listener();
  });
}

// Delay before a lost socket is shown, in ms: one that reconnects at once (server restart, laptop lid) needs no warning.
const PATIENCE = 2000;
let socketUp = true;
let waiting: ReturnType<typeof setTimeout> | undefined;
let roundTrips: number[] = [];

/** If the page was opened without a network, it counts as offline since the last visit. */
function sinceOf(state: ConnectionState): number {
  const before = state === 'offline' && !isReached && Number(globalThis.localStorage?.getItem(REACHED));
  return before || Date.now();
}

function tell(): void {
  const onLine = globalThis.navigator?.onLine ?? true;
  const state = connectionOf({ onLine, socket: socketUp, roundTrips });
  store.set(connectionAtom, before => (before.state === state ? before : { state, since: sinceOf(state) }));
}

/** Called by the socket with the round trip of an answer, in ms. */
export function answeredIn(ms: number): void {
  keepReached();
  roundTrips = [...roundTrips, ms].slice(-MEASURED);
  tell();
}

/** Called by the socket when it connects or disconnects. */
export function socketIs(up: boolean): void {
  // Measurements of a previous connection do not apply to a new one.
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

/** Watches the network state of the browser. Returns a function to stop. */
export function watchNetwork(): () => void {
  globalThis.addEventListener?.('online', tell);
  globalThis.addEventListener?.('offline', tell);
  tell();
  return () => {
    globalThis.removeEventListener?.('online', tell);
    globalThis.removeEventListener?.('offline', tell);
  };
}
