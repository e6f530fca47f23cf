import type { Row } from '../base/matches.ts';
import type { Compare } from './order.ts';

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

/** Restrictions on the screen at the moment. `entering`: no rows may appear; `leaving`: no rows may disappear or move. */
export interface Holds {
  entering: boolean;
  leaving: boolean;
}
export const NOTHING_HELD: Holds = { entering: false, leaving: false };

/** The order of the list and its loaded records. */
export interface Rows {
  order: Compare;
  rowOf: (id: string) => Row | undefined;
}

/** Where a row belongs among the loaded rows. */
export interface InsertionPoint {
  /** Shown index of the nearest loaded row before, -1 for none. */
  before: number;
  /** Shown index of the nearest loaded row after, the length for none. */
  after: number;
  /** Nothing unloaded lies between the two. */
  exact: boolean;
}

/** Where a row belongs by its order among the loaded rows; rows that are kept in place do not count, nor does the row itself. */
export function findInsertionPoint(sequence: Sequence, row: Row, { order, rowOf }: Rows): InsertionPoint {
  const { ids, kept } = sequence;
  const rowAt = (index: number) => {
    const id = ids[index];
    return id && id !== row.id && !kept.has(id) ? rowOf(id) : undefined;
  };
  let [low, high, before, after] = [0, ids.length, -1, ids.length];
  // Most of a long list is not loaded: its end is not searched.
  while (high > 0 && ids[high - 1] === null) high--;
  while (low < high) {
    const middle = (low + high) >> 1;
    let at = middle;
    let other = rowAt(at);
    while (!other && ++at < high) other = rowAt(at);
    if (!other) high = middle;
    else if (order(other, row) < 0) {
      before = at;
      low = at + 1;
    } else {
      after = at;
      high = middle;
    }
  }
  const hole = ids.indexOf(null, before + 1);
  return { before, after, exact: hole < 0 || hole >= after };
}

export function emptySequence(): Sequence {
  return { ids: [], kept: new Map(), pending: new Set() };
}

/** Applies one changed row: inserts, removes, moves or marks it, depending on the holds. A row that belongs among unloaded rows changes nothing. */
export function applyRow(sequence: Sequence, row: Row, belongs: boolean, rows: Rows, holds: Holds): void {
  const index = sequence.ids.indexOf(row.id);
  if (!belongs) {
    sequence.pending.delete(row.id);
    if (index < 0) return;
    if (holds.leaving) sequence.kept.set(row.id, 'gone');
    else remove(sequence, row.id, index);
  } else if (index >= 0) stay(sequence, row, index, rows, holds);
  else if (!sequence.pending.has(row.id) && findInsertionPoint(sequence, row, rows).exact) {
    if (holds.entering) sequence.pending.add(row.id);
    else insert(sequence, row, rows);
  }
}

function remove(sequence: Sequence, id: string, index: number): void {
  sequence.ids.splice(index, 1);
  sequence.kept.delete(id);
}

function stay(sequence: Sequence, row: Row, index: number, rows: Rows, holds: Holds): void {
  const place = findInsertionPoint(sequence, row, rows);
  if (place.before < index && index < place.after) sequence.kept.delete(row.id);
  else if (holds.leaving) sequence.kept.set(row.id, 'moved');
  else {
    remove(sequence, row.id, index);
    insert(sequence, row, rows);
  }
}

/** Inserts a row at its sorted position; between unloaded rows it inserts an unloaded one. */
function insert(sequence: Sequence, row: Row, rows: Rows): void {
  const { before, exact } = findInsertionPoint(sequence, row, rows);
  sequence.ids.splice(before + 1, 0, exact ? row.id : null);
}

/** The difference between the server's index of a row and its shown index: pending rows before it add to it, gone rows before it subtract. */
export function offsetAt({ ids, kept, pending }: Sequence, index: number, placeOf: (id: string) => number): number {
  let offset = 0;
  for (const id of pending) if (placeOf(id) <= index) offset++;
  for (const [id, mark] of kept) {
    if (ids.indexOf(id) < index) offset--;
    if (mark === 'moved' && placeOf(id) <= index) offset++;
  }
  return offset;
}

/** Applies held-back changes: removes rows that left the list, re-sorts moved ones. */
export function settle(sequence: Sequence, rows: Rows | null): void {
  const moved = [...sequence.kept].filter(([, mark]) => mark === 'moved').map(([id]) => id);
  if (sequence.kept.size > 0) sequence.ids = sequence.ids.filter(id => id === null || !sequence.kept.has(id));
  sequence.kept.clear();
  place(sequence, moved, rows);
}

/** Inserts the pending rows; returns their ids. */
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

/** The shown length for a server count of `total`: without the pending rows, with the gone ones. */
function lengthFor({ kept, pending }: Sequence, total: number): number {
  const gone = [...kept.values()].filter(mark => mark === 'gone').length;
  return Math.max(0, total - pending.size + gone);
}

/** Fits the length to the server's count: adds or removes unloaded rows at the end. */
export function resize(sequence: Sequence, total: number): void {
  const length = lengthFor(sequence, total);
  while (sequence.ids.length < length) sequence.ids.push(null);
  trim(sequence, total);
}

/** Removes unloaded rows at the end that exceed the server's count. */
export function trim(sequence: Sequence, total: number): void {
  const { ids } = sequence;
  const length = lengthFor(sequence, total);
  while (ids.length > length && ids.at(-1) === null) ids.pop();
}

/** Whether the shown length matches the server's count; unloaded rows at the end are first fitted to it. */
export function agree(sequence: Sequence, total: number): boolean {
  if ((sequence.ids.at(-1) ?? null) === null) resize(sequence, total);
  return sequence.ids.length === lengthFor(sequence, total);
}
