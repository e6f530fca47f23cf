import { atom, type PrimitiveAtom } from 'jotai';
import type { Row } from '../base/matches.ts';
import { store } from '../base/store.ts';
import { type Entry, mergeRecord, type Source } from './merge-record.ts';

export type { Entry } from './merge-record.ts';

interface Held {
  atom: PrimitiveAtom<Entry | null>;
  /** Lists and mounted components that need it. */
  holders: number;
}

type Listener = (ids: readonly string[], by: object | null) => void;

const MOST_UNHELD = 2000;

const records = new Map<string, Held>();
/** Keys of records without holders, oldest first: kept as a cache. */
const unheld = new Set<string>();
const listeners = new Map<string, Set<Listener>>();
let turn = 0;

const keyOf = (name: string, id: string) => `${name}/${id}`;

function heldOf(name: string, id: string): Held {
  const key = keyOf(name, id);
  const cached = records.get(key);
  if (cached) return cached;
  const held: Held = { atom: atom<Entry | null>(null), holders: 0 };
  held.atom.onMount = () => {
    // Evicted meanwhile: mounting the atom adds the record again.
    if (!records.has(key)) records.set(key, held);
    hold(key, held);
    return () => letGo(key);
  };
  records.set(key, held);
  lay(key);
  return held;
}

function hold(key: string, held: Held): void {
  held.holders++;
  unheld.delete(key);
}

function letGo(key: string): void {
  const held = records.get(key);
  if (held && --held.holders <= 0) lay(key);
}

function lay(key: string): void {
  unheld.add(key);
  for (const oldest of unheld) {
    if (unheld.size <= MOST_UNHELD) return;
    unheld.delete(oldest);
    records.delete(oldest);
  }
}

/** The atom of a record of a definition; null until it was read. */
export function recordAtom(name: string, id: string): PrimitiveAtom<Entry | null> {
  return heldOf(name, id).atom;
}

/** Cached data of a record. */
export function entryOf(name: string, id: string): Entry | null {
  const held = records.get(keyOf(name, id));
  return held ? store.get(held.atom) : null;
}

/** The row of a record that is not removed, as the server knows it. */
export function rowOf(name: string, id: string): Row | undefined {
  const entry = entryOf(name, id);
  return entry && !entry.removed ? entry.row : undefined;
}

/** The current turn: read before a request and passed to `applyRows` with its answer. */
export function turnNow(): number {
  return turn;
}

/** Whether a row changes no known field: a detail then only adds fields. */
function holdsAlready(held: Row, row: Row): boolean {
  return Object.keys(held).every(
    field => !(field in row) || JSON.stringify(held[field]) === JSON.stringify(row[field]),
  );
}

/** Applies rows of one definition and notifies the lists; a list ignores changes with its own `by`. */
export function applyRows(name: string, rows: readonly Row[], source: Source, by: object | null = null): void {
  turn++;
  const changed: string[] = [];
  for (const row of rows) {
    const { atom: record } = heldOf(name, row.id);
    const entry = store.get(record);
    const next = mergeRecord(entry, row, source, turn);
    if (!next) continue;
    store.set(record, next);
    const adds = source.kind === 'answer' && source.detail;
    if (adds && entry && entry.removed === next.removed && holdsAlready(entry.row, row)) continue;
    changed.push(row.id);
  }
  if (changed.length > 0) for (const listener of listeners.get(name) ?? []) listener(changed, by);
}

/** Sets the optimistic changes of a record; null removes them. */
export function patchRecord(name: string, id: string, patch: Record<string, unknown> | null): void {
  const { atom: record } = heldOf(name, id);
  store.set(record, entry => entry && { ...entry, patch });
}

/** Calls back with the ids of records of a definition that have changed. */
export function onChanges(name: string, listener: Listener): () => void {
  const ofName = listeners.get(name) ?? new Set();
  listeners.set(name, ofName.add(listener));
  return () => ofName.delete(listener);
}

/** Keeps records in memory for a list, until `releaseRecords`. */
export function holdRecords(name: string, ids: Iterable<string>): void {
  for (const id of ids) hold(keyOf(name, id), heldOf(name, id));
}

/** Releases records; those without other holders may be evicted. */
export function releaseRecords(name: string, ids: Iterable<string>): void {
  for (const id of ids) letGo(keyOf(name, id));
}

/** Marks all details of a definition as possibly old, after events were missed. */
export function markStale(name: string): void {
  for (const [key, { atom: record }] of records) {
    if (key.startsWith(`${name}/`)) store.set(record, entry => (entry?.detail ? { ...entry, stale: true } : entry));
  }
}

/** Forgets all records, at sign-out. */
export function forgetRecords(): void {
  for (const { atom: record } of records.values()) store.set(record, null);
  records.clear();
  unheld.clear();
}
