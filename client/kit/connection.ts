import { atom } from 'jotai';
import { store } from './store.ts';

/** `offline`: no way to the server; `unstable`: a slow one (rules.md 9). */
export type ConnectionState = 'online' | 'unstable' | 'offline';

export interface Connection {
  state: ConnectionState;
  /** When this state began, ms. */
  since: number;
}

/** What the browser and the socket tell of the network. */
export interface Signals {
  onLine: boolean;
  socket: boolean;
  /** Mbit/s and ms, where the browser measures them. */
  downlink?: number | undefined;
  rtt?: number | undefined;
}

/** The state that the signals stand for (rules.md 9: lost at downlink 0, unstable below 2 or above 250 ms). */
export function connectionOf({ onLine, socket, downlink, rtt }: Signals): ConnectionState {
  if (!onLine || !socket || downlink === 0) return 'offline';
  return (downlink !== undefined && downlink < 2) || (rtt !== undefined && rtt > 250) ? 'unstable' : 'online';
}

/** The connection to the server, for the toast and for what waits for it. */
export const connectionAtom = atom<Connection>({ state: 'online', since: Date.now() });

/** Comes back once there is a way to the server. */
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

interface NetworkInformation extends EventTarget {
  downlink?: number;
  rtt?: number;
}

// A socket that comes back at once (a server restarted, a laptop lid) is not worth a warning.
const PATIENCE = 2000;
let socketUp = true;
let waiting: ReturnType<typeof setTimeout> | undefined;

function network(): NetworkInformation | undefined {
  const found: unknown = globalThis.navigator && Reflect.get(navigator, 'connection');
  return found instanceof EventTarget ? found : undefined;
}

function tell(): void {
  const info = network();
  const onLine = globalThis.navigator?.onLine ?? true;
  const state = connectionOf({ onLine, socket: socketUp, downlink: info?.downlink, rtt: info?.rtt });
  store.set(connectionAtom, before => (before.state === state ? before : { state, since: Date.now() }));
}

/** Told by the socket whether it is connected. */
export function socketIs(up: boolean): void {
  if (up) {
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

/** Follows what the browser says of the network. Answers how to stop. */
export function watchNetwork(): () => void {
  const info = network();
  globalThis.addEventListener?.('online', tell);
  globalThis.addEventListener?.('offline', tell);
  info?.addEventListener('change', tell);
  tell();
  return () => {
    globalThis.removeEventListener?.('online', tell);
    globalThis.removeEventListener?.('offline', tell);
    info?.removeEventListener('change', tell);
  };
}
