import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { atom, type PrimitiveAtom, useAtomValue } from 'jotai';
import type { Row } from '../base/matches.ts';
import { openStorage } from '../base/storage.ts';
import { family, resetFamily, store } from '../base/store.ts';
import { ApiError, dataOf, request, type Scope } from '../http/api.ts';
import { debounce } from '../http/debounce.ts';
import { randomId } from '../http/ids.ts';
import { connectionAtom } from '../live/connection.ts';
import { applyRows, turnNow } from '../records/records.ts';
import { myUserId } from '../session/session.ts';

/** A message to be sent exactly once, in order, also after network failures and reloads. */
export interface Outgoing {
  /** Its Idempotency-Key. */
  key: string;
  user: string;
  scope: Scope;
  /** URL of the POST, which identifies the conversation. */
  path: string;
  body: unknown;
  /** For an act instead of a message: its URL and the resulting status. `entity` is null if the answer is no record. */
  act?: { entity: string | null; id: string; path: string; status: string; said?: string };
  /** File uploaded first; its id replaces `$file` in the body. */
  file?: File;
  /** The same for several files, each with its placeholder. */
  files?: readonly OutgoingFile[];
  /** Key of another item that must be sent first; if that is discarded, this one is too. */
  after?: string;
  /** Holds no personal data and must not be lost: kept at sign-out, and sent after the next sign-in. */
  stays?: boolean;
  /** The draft in the form of its composer, to restore it there if the record has changed and the message is refused. */
  written?: unknown;
  /** Earliest time to send, in ms; until then it can be taken back. */
  from?: number;
  at: number;
  /** It was sent without a response, so it may have arrived. */
  tried: boolean;
  state: 'pending' | 'sending' | 'failed';
  /** Refusal of the server. */
  error: { code: string; message: string } | null;
}

/** A file uploaded before the item that refers to it by a placeholder. */
export interface OutgoingFile {
  word: string;
  file: File;
}

const NOTHING: readonly Outgoing[] = [];
/** The server stores a key for 24 hours (api.md, Idempotency); a later retry could create a second message. */
const KEY_GOOD_FOR = 23 * HOUR_MS;

const storage = openStorage('outbox');
/** The unsent messages of a conversation, in order. */
export const outgoingAtom = family((_path: string): PrimitiveAtom<readonly Outgoing[]> => atom(NOTHING));
const busy = new Set<string>();
type SentListener = (answer: unknown, one: Outgoing) => void;
const sentListeners = new Map<string, Set<SentListener>>();
let count = 0;

export function useOutgoing(path: string): readonly Outgoing[] {
  return useAtomValue(outgoingAtom(path));
}

/** Number of unsent or refused items in all tabs that a sign-out would discard. */
export async function unsent(): Promise<number> {
  const entries = await storage.entries<Outgoing>();
  return entries.filter(([, { user, stays }]) => user === myUserId() && !stays).length;
}

/** Calls back with each sent item of a conversation and the server's answer. */
export function onSent(path: string, listener: SentListener): () => void {
  const listeners = sentListeners.get(path) ?? new Set();
  sentListeners.set(path, listeners.add(listener));
  return () => listeners.delete(listener);
}

/** Queues an item to be sent as soon as possible, or at `from`, also after a reload. Returns its key. */
export function send(
  path: string,
  scope: Scope,
  body: unknown,
  act?: Outgoing['act'],
  when: Pick<Outgoing, 'after' | 'from' | 'file' | 'files' | 'stays' | 'written'> = {},
): string {
  // A fraction keeps the order of items queued within one millisecond.
  const at = Date.now() + (count++ % 1000) / 1000;
  const entry = { key: randomId(), user: myUserId() ?? '', scope, path, body, at, tried: false, error: null };
  put({ ...entry, state: 'pending', ...(act && { act }), ...when });
  void flush(path);
  return entry.key;
}

/** Whether it is still waiting for its earliest time. */
const isHeld = ({ from = 0, tried }: Outgoing) => !tried && from > Date.now();

/** Takes back items that were not sent yet, all or none. Returns whether it did. */
export function takeBack(path: string, keys: readonly string[]): boolean {
  const entries = store.get(outgoingAtom(path)).filter(({ key }) => keys.includes(key));
  if (entries.length < keys.length || !entries.every(entry => !entry.tried)) return false;
  for (const { key } of entries) drop(path, key);
  return true;
}

/** Sends held-back items now. */
export function release(path: string): void {
  for (const entry of store.get(outgoingAtom(path))) if (isHeld(entry)) put({ ...entry, from: 0 });
  void flush(path);
}

/** Sends a refused message again. */
export function retry(path: string, key: string): void {
  const entry = store.get(outgoingAtom(path)).find(other => other.key === key);
  if (!entry) return;
  put({ ...entry, state: 'pending', error: null });
  void flush(path);
}

/** Discards an unsent message. */
export function discard(path: string, key: string): void {
  for (const entry of store.get(outgoingAtom(path)))
    if (entry.key === key || entry.after === key) drop(path, entry.key);
}

function put(entry: Outgoing): void {
  store.set(outgoingAtom(entry.path), before =>
    [...before.filter(({ key }) => key !== entry.key), entry].sort((a, b) => a.at - b.at),
  );
  void storage.set(entry.key, entry);
}

function drop(path: string, key: string): void {
  store.set(outgoingAtom(path), before => before.filter(entry => entry.key !== key));
  void storage.remove(key);
}

/** One sender per conversation among all tabs. */
async function flush(path: string): Promise<void> {
  if (busy.has(path)) return;
  busy.add(path);
  const locks = globalThis.navigator?.locks;
  try {
    await (locks ? locks.request(`lobby-outbox${path}`, () => drain(path)) : drain(path));
  } finally {
    busy.delete(path);
  }
  const next = nextOf(path);
  if (!next || next.user !== myUserId() || next.tried) return;
  // It may have been released meanwhile.
  if (isHeld(next)) setTimeout(() => void flush(path), (next.from ?? 0) - Date.now());
  else if (next.from === 0) void flush(path);
}

/** The next item to send. Refused items are skipped, with those that depend on them. */
function nextOf(path: string): Outgoing | undefined {
  const all = store.get(outgoingAtom(path));
  return all.find(entry => entry.state !== 'failed' && !all.some(({ key }) => key === entry.after));
}

async function drain(path: string): Promise<void> {
  for (;;) {
    const next = nextOf(path);
    if (!next || next.user !== myUserId() || isHeld(next)) return;
    // Another tab may have sent it meanwhile.
    if (!(await storage.get(next.key))) drop(path, next.key);
    // For acts the resulting status, or keys in the body, tell whether an earlier attempt succeeded, so they may be retried
    // after days.
    else if (!next.act && next.tried && Date.now() - next.at > KEY_GOOD_FOR)
      fail(next, new ApiError(0, 'FAIL', '', null, ''));
    else if (!(await sendOne(next))) return;
  }
}

/** Files still to be uploaded. */
const filesOf = ({ file, files = [] }: Outgoing): readonly OutgoingFile[] =>
  file ? [{ word: '$file', file }, ...files] : files;

/** An item after its first file was uploaded: the file's id replaces its placeholder, so that it is not uploaded again. */
async function uploaded(
  { file: _file, files: _files, ...entry }: Outgoing,
  all: readonly OutgoingFile[],
): Promise<Outgoing> {
  const [first, ...rest] = all;
  if (!first) return entry;
  const form = new FormData();
  form.append('files', first.file, first.file.name);
  const { data } = await request<{ id: string }[]>('POST', '/upload', { ...entry.scope, body: form });
  const body = JSON.parse(JSON.stringify(entry.body).replaceAll(`"${first.word}"`, `"${data[0]?.id ?? ''}"`));
  return { ...entry, body, ...(rest.length > 0 && { files: rest }) };
}

/** Sends one message; returns whether the next may be sent, false while offline. */
async function sendOne(entry: Outgoing): Promise<boolean> {
  let trying: Outgoing = { ...entry, state: 'sending', tried: true };
  put(trying);
  try {
    for (let files = filesOf(trying); files.length > 0; files = filesOf(trying)) {
      trying = await uploaded(trying, files);
      put(trying);
    }
    const call = { ...entry.scope, body: trying.body, idempotencyKey: entry.key };
    const { data } = entry.act
      ? await request<Row>('PUT', entry.act.path, call)
      : await request('POST', entry.path, call);
    if (entry.act?.entity) applyRows(entry.act.entity, [data as Row], { kind: 'answer', turn: turnNow() });
    announceSent(entry, data);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The record has the wanted status already: an earlier attempt succeeded without an answer, or a colleague did the same.
    const there = entry.act && dataOf<{ status: string }>(error.data).status === entry.act.status;
    if (there) announceSent(entry, error.data);
    else if (!error.passing && error.status !== 401) fail(trying, error);
    else {
      if (stillWanted(trying)) put({ ...trying, state: 'pending' });
      again.soon();
    }
    return !error.passing && error.status !== 401;
  }
}

/** Removes a sent item. A screen may keep showing its effect until data are read again. */
function announceSent(entry: Outgoing, answer: unknown): void {
  drop(entry.path, entry.key);
  for (const listener of sentListeners.get(entry.path) ?? []) listener(answer, entry);
}

const stillWanted = ({ path, key }: Outgoing) => store.get(outgoingAtom(path)).some(entry => entry.key === key);

function fail(entry: Outgoing, { code, message }: ApiError): void {
  if (stillWanted(entry)) put({ ...entry, state: 'failed', error: { code, message } });
}

function flushAll(): void {
  for (const path of outgoingAtom.keys()) void flush(path);
}
const again = debounce(flushAll, 3000);

/** Loads items left by a reload, and sends whenever the connection returns. Returns a function to stop. */
export function watchOutbox(): () => void {
  void storage.entries<Outgoing>().then(entries => {
    for (const [, entry] of entries) if (entry.user === myUserId() && !stillWanted(entry)) put(entry);
    flushAll();
  });
  // Held-back items are sent when the page is hidden, since it may not return.
  const hidden = () => {
    if (globalThis.document?.visibilityState === 'hidden') for (const path of outgoingAtom.keys()) release(path);
  };
  globalThis.document?.addEventListener('visibilitychange', hidden);
  const stop = store.sub(connectionAtom, () => {
    if (store.get(connectionAtom).state !== 'offline') flushAll();
  });
  return () => {
    globalThis.document?.removeEventListener('visibilitychange', hidden);
    stop();
  };
}

/** Drops the items of this tab; at sign-out also the stored ones of the user. */
export async function forgetOutbox(leaving: string | null): Promise<void> {
  again.cancel();
  resetFamily(outgoingAtom, NOTHING);
  if (!leaving) return;
  for (const [key, { user, stays }] of await storage.entries<Outgoing>())
    if (user === leaving && !stays) await storage.remove(key);
}
