import type { Row } from './matches.ts';
import type { Compare } from './order.ts';
import { locate } from './place.ts';

/** A row that is still shown in its old place: it no longer belongs to the list, or belongs elsewhere in it. */
export type Mark = 'gone' | 'moved';

/** The rows of a list as they are shown. Changed in place; `list.ts` hands out copies. */
export interface Sequence {
  /** Ids in shown order; null is not loaded yet. */
  ids: (string | null)[];
  /** Rows kept in place, so that nothing moves under the pointer. */
  kept: Map<string, Mark>;
  /** Rows that belong to the list and are not shown yet. */
  pending: Set<string>;
}

/** What may not happen on the screen now: rows coming in, rows going or moving. */
export interface Holds {
  entering: boolean;
  leaving: boolean;
}
export const NOTHING_HELD: Holds = { entering: false, leaving: false };

/** How a sequence learns about its rows. */
export interface Rows {
  order: Compare;
  rowOf: (id: string) => Row | undefined;
}

export function emptySequence(): Sequence {
  return { ids: [], kept: new Map(), pending: new Set() };
}

/** Applies one changed row: it enters, leaves, moves or stays, as far as the holds let it. Among rows not loaded nothing is changed. */
export function applyRow(sequence: Sequence, row: Row, belongs: boolean, rows: Rows, holds: Holds): void {
  const index = sequence.ids.indexOf(row.id);
  if (!belongs) {
    sequence.pending.delete(row.id);
    if (index < 0) return;
    if (holds.leaving) sequence.kept.set(row.id, 'gone');
    else remove(sequence, row.id, index);
  } else if (index >= 0) stay(sequence, row, index, rows, holds);
  else if (!sequence.pending.has(row.id) && locate(sequence, row, rows).exact) {
    if (holds.entering) sequence.pending.add(row.id);
    else insert(sequence, row, rows);
  }
}

function remove(sequence: Sequence, id: string, index: number): void {
  sequence.ids.splice(index, 1);
  sequence.kept.delete(id);
}

function stay(sequence: Sequence, row: Row, index: number, rows: Rows, holds: Holds): void {
  const place = locate(sequence, row, rows);
  if (place.before < index && index < place.after) sequence.kept.delete(row.id);
  else if (holds.leaving) sequence.kept.set(row.id, 'moved');
  else {
    remove(sequence, row.id, index);
    insert(sequence, row, rows);
  }
}

/** Puts a row of the list in its place; where that lies among rows not loaded, a place for it. */
function insert(sequence: Sequence, row: Row, rows: Rows): void {
  const { before, exact } = locate(sequence, row, rows);
  sequence.ids.splice(before + 1, 0, exact ? row.id : null);
}

/** How much higher the server counts the row at a shown index: rows held back stand before it, rows kept in place do not. */
export function offsetAt({ ids, kept, pending }: Sequence, index: number, placeOf: (id: string) => number): number {
  let offset = 0;
  for (const id of pending) if (placeOf(id) <= index) offset++;
  for (const [id, mark] of kept) {
    if (ids.indexOf(id) < index) offset--;
    if (mark === 'moved' && placeOf(id) <= index) offset++;
  }
  return offset;
}

/** Lets kept rows go where they belong: the gone disappear, the moved take their places. */
export function settle(sequence: Sequence, rows: Rows | null): void {
  const moved = [...sequence.kept].filter(([, mark]) => mark === 'moved').map(([id]) => id);
  if (sequence.kept.size > 0) sequence.ids = sequence.ids.filter(id => id === null || !sequence.kept.has(id));
  sequence.kept.clear();
  place(sequence, moved, rows);
}

/** Shows the rows that were held back; answers which. */
export function takePending(sequence: Sequence, rows: Rows | null): string[] {
  const taken = [...sequence.pending];
  sequence.pending.clear();
  place(sequence, taken, rows);
  return taken;
}

function place(sequence: Sequence, ids: string[], rows: Rows | null): void {
  for (const id of ids) {
    const row = rows?.rowOf(id);
    if (row && rows) insert(sequence, row, rows);
  }
}

/** Rows that are shown when the server counts `total`: those held back are not, those kept in place are. */
function lengthFor({ kept, pending }: Sequence, total: number): number {
  const gone = [...kept.values()].filter(mark => mark === 'gone').length;
  return Math.max(0, total - pending.size + gone);
}

/** Makes room for what the server counts: adds or takes away unloaded rows at the end. */
export function resize(sequence: Sequence, total: number): void {
  const length = lengthFor(sequence, total);
  while (sequence.ids.length < length) sequence.ids.push(null);
  trim(sequence, total);
}

/** Takes away unloaded rows at the end that the server does not count. */
export function trim(sequence: Sequence, total: number): void {
  const { ids } = sequence;
  const length = lengthFor(sequence, total);
  while (ids.length > length && ids.at(-1) === null) ids.pop();
}

/** Whether the rows agree with the server's count; unloaded rows at the end are made to. */
export function agree(sequence: Sequence, total: number): boolean {
  if ((sequence.ids.at(-1) ?? null) === null) resize(sequence, total);
  return sequence.ids.length === lengthFor(sequence, total);
}
