import { call, type Refused } from './api.ts';

/** A message that waits to be sent, once, in its order. */
export interface Waiting {
  key: string;
  /** Who wrote it, and for which unit: nobody else sends it. */
  residentId: string;
  unitId: string;
  path: string;
  content: string;
  /** Why the server refused it. */
  error?: string;
}

const KEY = 'resident-outbox';
const listeners = new Set<() => void>();
const read = (): readonly Waiting[] => JSON.parse(localStorage.getItem(KEY) ?? '[]');
let all = read();
let owner: string | null = null;

/** Changes what is stored, as another tab may have changed it too. */
function change(next: (before: readonly Waiting[]) => readonly Waiting[]): void {
  all = next(read());
  localStorage.setItem(KEY, JSON.stringify(all));
  for (const tell of listeners) tell();
}

export const waitingNow = (): readonly Waiting[] => all;
export function onWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
/** Sets whose messages are sent from here on. */
export const sendAs = (residentId: string | null): void => {
  owner = residentId;
  void flush();
};
/** Of whoever signs out nothing stays here; others keep theirs. */
export const forgetWaiting = (): void => change(before => before.filter(one => one.residentId !== owner));
export const discard = (key: string): void => change(before => before.filter(one => one.key !== key));

/** Sends a message now, or as soon as there is a connection. */
export function say(message: Pick<Waiting, 'residentId' | 'unitId' | 'path' | 'content'>): void {
  change(before => [...before, { ...message, key: crypto.randomUUID() }]);
  void flush();
}

/** Sends a refused message again. */
export function retry(key: string): void {
  change(before => before.map(one => (one.key === key ? { ...one, error: '' } : one)));
  void flush();
}

/** Sends what waits; called whenever the connection is back. One tab sends at a time. */
export async function flush(): Promise<void> {
  await navigator.locks.request('resident-outbox', async () => {
    const mine = () => read().find(one => one.residentId === owner && !one.error);
    for (let next = mine(); next; next = mine()) {
      const { key, unitId, path, content } = next;
      try {
        await call(path, { method: 'POST', body: { content }, key, unitId });
        discard(key);
      } catch (failure) {
        const { status, message } = failure as Refused;
        const passing = status === 0 || status === 401 || status === 429 || status >= 500;
        if (passing) return;
        change(before => before.map(one => (one.key === key ? { ...one, error: message } : one)));
      }
    }
  });
}
