import { atom, type PrimitiveAtom, useAtomValue } from 'jotai';
import { ApiError, request, type Scope } from './api.ts';
import { connectionAtom } from './connection.ts';
import { randomId } from './ids.ts';
import { myUserId } from './session.ts';
import { openStorage } from './storage.ts';
import { family, resetFamily, store } from './store.ts';
import { later } from './timing.ts';

/** Something that was written and has to go out once, in order, whatever the network does. */
export interface Outgoing {
  /** Its Idempotency-Key. */
  key: string;
  user: string;
  scope: Scope;
  /** Where it is posted: one conversation. */
  path: string;
  body: unknown;
  at: number;
  /** It may have arrived: it went out and no answer came. */
  tried: boolean;
  state: 'pending' | 'sending' | 'failed';
  /** Why the server refused it. */
  error: { code: string; message: string } | null;
}

const NOTHING: readonly Outgoing[] = [];
/** The server knows a key for 24 hours (api.md, Idempotency); after that a second try could be a second message. */
const KEY_GOOD_FOR = 23 * 3_600_000;

const storage = openStorage('outbox');
/** What waits to go out of a conversation, in order. */
export const outgoingAtom = family((_path: string): PrimitiveAtom<readonly Outgoing[]> => atom(NOTHING));
const busy = new Set<string>();
const sentListeners = new Map<string, Set<(answer: unknown) => void>>();
let count = 0;

/** The same, for a component. */
export function useOutgoing(path: string): readonly Outgoing[] {
  return useAtomValue(outgoingAtom(path));
}

/** How much the reader wrote in any tab that waits to go out, or was refused. */
export async function unsent(): Promise<number> {
  const entries = await storage.entries<Outgoing>();
  return entries.filter(([, { user }]) => user === myUserId()).length;
}

/** Calls back with the server's answer to each thing sent in a conversation. */
export function onSent(path: string, listener: (answer: unknown) => void): () => void {
  const known = sentListeners.get(path) ?? new Set();
  sentListeners.set(path, known.add(listener));
  return () => known.delete(listener);
}

/** Sends as soon as that is possible; also after a reload. */
export function send(path: string, scope: Scope, body: unknown): void {
  // Two in one millisecond keep their order.
  const at = Date.now() + (count++ % 1000) / 1000;
  put({ key: randomId(), user: myUserId() ?? '', scope, path, body, at, tried: false, state: 'pending', error: null });
  void flush(path);
}

/** Tries once more to send what was refused. */
export function retry(path: string, key: string): void {
  const found = store.get(outgoingAtom(path)).find(one => one.key === key);
  if (!found) return;
  put({ ...found, state: 'pending', error: null });
  void flush(path);
}

/** Gives up what was not sent. */
export function discard(path: string, key: string): void {
  drop(path, key);
}

function put(one: Outgoing): void {
  store.set(outgoingAtom(one.path), before =>
    [...before.filter(({ key }) => key !== one.key), one].sort((a, b) => a.at - b.at),
  );
  void storage.set(one.key, one);
}

function drop(path: string, key: string): void {
  store.set(outgoingAtom(path), before => before.filter(one => one.key !== key));
  void storage.remove(key);
}

/** One sender per conversation, in all tabs together. */
async function flush(path: string): Promise<void> {
  if (busy.has(path)) return;
  busy.add(path);
  const locks = globalThis.navigator?.locks;
  try {
    await (locks ? locks.request(`lobby-outbox${path}`, () => drain(path)) : drain(path));
  } finally {
    busy.delete(path);
  }
}

async function drain(path: string): Promise<void> {
  for (;;) {
    const next = store.get(outgoingAtom(path)).find(one => one.state !== 'failed');
    if (!next || next.user !== myUserId()) return;
    // Another tab may have sent it meanwhile.
    if (!(await storage.get(next.key))) drop(path, next.key);
    else if (next.tried && Date.now() - next.at > KEY_GOOD_FOR) fail(next, new ApiError(0, 'FAIL', '', null, ''));
    else if (!(await sendOne(next))) return;
  }
}

/** Whether the next one may go; false while the network is away. */
async function sendOne(one: Outgoing): Promise<boolean> {
  const trying: Outgoing = { ...one, state: 'sending', tried: true };
  put(trying);
  try {
    const { data } = await request('POST', one.path, { ...one.scope, body: one.body, idempotencyKey: one.key });
    drop(one.path, one.key);
    for (const listener of sentListeners.get(one.path) ?? []) listener(data);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!error.passing && error.status !== 401) fail(trying, error);
    else {
      if (stillWanted(trying)) put({ ...trying, state: 'pending' });
      again.soon();
    }
    return !error.passing && error.status !== 401;
  }
}

const stillWanted = ({ path, key }: Outgoing) => store.get(outgoingAtom(path)).some(one => one.key === key);

function fail(one: Outgoing, { code, message }: ApiError): void {
  if (stillWanted(one)) put({ ...one, state: 'failed', error: { code, message } });
}

function flushAll(): void {
  for (const path of outgoingAtom.keys()) void flush(path);
}
const again = later(flushAll, 3000);

/** Brings back what a reload interrupted, and sends when the network is there. Answers how to stop. */
export function watchOutbox(): () => void {
  void storage.entries<Outgoing>().then(entries => {
    for (const [, one] of entries) if (one.user === myUserId() && !stillWanted(one)) put(one);
    flushAll();
  });
  return store.sub(connectionAtom, () => {
    if (store.get(connectionAtom).state !== 'offline') flushAll();
  });
}

/** Forgets what this tab holds; `everything`: also what is stored, at sign-out. */
export async function forgetOutbox(everything: boolean): Promise<void> {
  again.cancel();
  resetFamily(outgoingAtom, NOTHING);
  if (everything) await storage.clear();
}
