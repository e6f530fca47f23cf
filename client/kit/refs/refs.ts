import { atom, type PrimitiveAtom, useAtomValue } from 'jotai';
import { family, resetFamily, store } from '../base/store.ts';
import { ApiError, request } from '../http/api.ts';
import { readBatch } from '../http/batch.ts';
import { debounce } from '../http/debounce.ts';
import { subscribeToModule } from '../live/live.ts';
import { targetOf } from '../records/definitions.ts';
import { scopeNow } from '../session/session.ts';

/** Name of a record for links, cells and selects, without personal data. */
export interface Ref {
  id: string;
  name: string;
  code: string | null;
  /** Choices, flags and references by which a select groups, colours or filters. */
  [field: string]: unknown;
}

/** `undefined`: not loaded yet; null: no such record, or not visible to the reader. */
export type KnownRef = Ref | null | undefined;

const MOST = 100;
/** Maximum number of reads in one request. */
const TOGETHER = 20;
const wanted = new Map<string, Set<string>>();
/** Names currently on the screen. */
const shown = new Set<string>();
const FORGET_AFTER = 5000;

interface Following {
  count: number;
  stop: () => void;
}
const following = new Map<string, Following>();

const refs = family((key: string): PrimitiveAtom<KnownRef> => {
  const [name = '', id = ''] = key.split('/');
  const ref = atom<KnownRef>(undefined);
  ref.onMount = () => {
    shown.add(key);
    if (store.get(ref) === undefined) want(name, id);
    const stop = follow(name);
    return () => {
      shown.delete(key);
      stop();
    };
  };
  return ref;
});

const keyOf = (name: string, id: string) => `${name}/${id}`;

const NOTHING = atom<KnownRef>(null);

/** Atom of a record's name, loaded when first mounted; simultaneous mounts share one call. Null without an id. */
export function refAtom(name: string, id: string | null | undefined): PrimitiveAtom<KnownRef> {
  return id ? refs(keyOf(name, id)) : NOTHING;
}

/** The record behind an id; null if there is none, or while it is loading. */
export function useRefRow(name: string, id: string | null | undefined): Ref | null {
  return useAtomValue(refAtom(name, id)) ?? null;
}

/** The name behind an id. */
export function useRefName(name: string, id: string | null | undefined): string | null {
  return useRefRow(name, id)?.name ?? null;
}

/** Ids of one definition that are loaded together. */
interface Part {
  name: string;
  ids: readonly string[];
}

const loadSoon = debounce(() => {
  const parts: Part[] = [];
  for (const [name, ids] of wanted) {
    const all = [...ids];
    for (let i = 0; i < all.length; i += MOST) parts.push({ name, ids: all.slice(i, i + MOST) });
  }
  const definitions = wanted.size;
  wanted.clear();
  if (definitions > 1) for (let i = 0; i < parts.length; i += TOGETHER) void loadTogether(parts.slice(i, i + TOGETHER));
  else for (const { name, ids } of parts) void load(name, ids);
}, 0);

/** Loads the names of several definitions in one request. */
async function loadTogether(parts: readonly Part[]): Promise<void> {
  const reads = parts.map(({ name, ids }) => ({ path: pathOf(name), query: { ids } }));
  const answers = await readBatch(reads, scopeNow()).catch(() => []);
  for (const [at, { name, ids }] of parts.entries()) {
    const answer = answers[at];
    // Refused parts, and all parts of a failed request, are loaded separately, which handles the error. Safe cast:
    // answers come from options routes.
    if (answer) keep(name, ids, answer.data as Ref[]);
    else void load(name, ids);
  }
}

const pathOf = (name: string) => `${targetOf(name).path}/options`;

function keep(name: string, ids: readonly string[], data: readonly Ref[]): void {
  const byId = new Map(data.map(ref => [ref.id, ref]));
  for (const id of ids) store.set(refAtom(name, id), byId.get(id) ?? null);
}

function want(name: string, id: string): void {
  const ids = wanted.get(name) ?? new Set();
  wanted.set(name, ids.add(id));
  loadSoon.soon();
}

async function load(name: string, ids: readonly string[]): Promise<void> {
  try {
    const { data } = await request<Ref[]>('GET', pathOf(name), { ...scopeNow(), query: { ids } });
    keep(name, ids, data);
  } catch (error) {
    // Refused ids stay without a name; after a network error they are requested again.
    if (error instanceof ApiError && error.passing) setTimeout(() => following.has(name) && renew(name, ids), 3000);
  }
}

/** Keeps the names of a definition up to date while any of them is shown. */
function follow(name: string): () => void {
  const entry = following.get(name);
  if (entry) entry.count++;
  else {
    const stop = subscribeToModule(scopeNow(), targetOf(name).code, notice => {
      if (notice.kind === 'resync') renew(name);
      else if (notice.event.entity === name) renew(name, notice.event.entityId ? [notice.event.entityId] : undefined);
    });
    following.set(name, { count: 1, stop });
  }
  return () => {
    const mine = following.get(name);
    // A list that renders again unmounts and mounts all its names in the same tick.
    if (mine && --mine.count === 0) setTimeout(() => forgetUnshown(name, mine), FORGET_AFTER);
  };
}

function forgetUnshown(name: string, mine: Following): void {
  if (mine.count > 0 || following.get(name) !== mine) return;
  mine.stop();
  following.delete(name);
  // Without a subscription the cached names may become old: they are dropped.
  for (const key of [...refs.keys()]) if (key.startsWith(`${name}/`)) refs.forget(key);
}

/** Reads names again, of these ids or all; those not on the screen are dropped. */
function renew(name: string, only?: readonly string[]): void {
  const keys = only ? only.map(id => keyOf(name, id)) : [...refs.keys()].filter(key => key.startsWith(`${name}/`));
  for (const key of keys) {
    if (shown.has(key)) want(name, key.slice(name.length + 1));
    else refs.forget(key);
  }
}

/** Reads all names again, as in another language. */
export function renewRefs(): void {
  for (const name of following.keys()) renew(name);
}

/** Conditions for records to choose from: one value per filter. */
export type Where = Readonly<Record<string, string>>;

/** Records of a definition whose name or code matches the text, at most 100; without text the first ones. */
export async function searchRefs(name: string, typed: string, where: Where = {}, signal?: AbortSignal): Promise<Ref[]> {
  const filter = Object.fromEntries(Object.entries(where).map(([field, value]) => [field, [value]]));
  const query = { q: typed.trim() || undefined, filter };
  const { data } = await request<Ref[]>('GET', `${targetOf(name).path}/options`, {
    ...scopeNow(),
    query,
    ...(signal && { signal }),
  });
  for (const ref of data) store.set(refAtom(name, ref.id), ref);
  return data;
}

/** Drops all names, at sign-out or on a change of project. */
export function forgetRefs(): void {
  for (const { stop } of following.values()) stop();
  following.clear();
  wanted.clear();
  resetFamily(refs, undefined);
}
