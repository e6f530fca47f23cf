import { call, type Refused } from './api.ts';

/** A message in the outbox, sent once and in order. */
export interface Waiting {
  key: string;
  /** Author and unit; the message is only sent in their session. */
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

/** Changes the stored outbox, after reading it again because another tab may have changed it. */
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
/** Sets whose messages are sent. */
export const sendAs = (residentId: string | null): void => {
  owner = residentId;
  void flush();
};
/** Deletes the messages of the resident who signs out, and keeps those of others. */
export const forgetWaiting = (): void => change(before => before.filter(write => write.residentId !== owner));
export const discard = (key: string): void => change(before => before.filter(write => write.key !== key));

/** Sends a message now, or once there is a connection. */
export function say(message: Pick<Waiting, 'residentId' | 'unitId' | 'path' | 'content'>): void {
  change(before => [...before, { ...message, key: crypto.randomUUID() }]);
  void flush();
}

/** Sends a refused message again. */
export function retry(key: string): void {
  change(before => before.map(write => (write.key === key ? { ...write, error: '' } : write)));
  void flush();
}

/** Sends pending messages, in one tab at a time; called whenever the connection is back. */
export async function flush(): Promise<void> {
  await navigator.locks.request('resident-outbox', async () => {
    const mine = () => read().find(write => write.residentId === owner && !write.error);
    for (let next = mine(); next; next = mine()) {
      const { key, unitId, path, content } = next;
      try {
        await call(path, { method: 'POST', body: { content }, key, unitId });
        discard(key);
      } catch (failure) {
        const { status, message } = failure as Refused;
        const passing = status === 0 || status === 401 || status === 429 || status >= 500;
        if (passing) return;
        change(before => before.map(write => (write.key === key ? { ...write, error: message } : write)));
      }
    }
  });
}
