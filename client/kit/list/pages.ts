import type { Row } from '../base/matches.ts';
import type { Answer } from '../http/api.ts';
import type { Holds, Sequence } from './row-order.ts';

/** Rows that one call fetches. */
export const WINDOW = 100;

/** How to request unloaded rows: after a row with a known cursor, else by page number. */
export type Fetch = { start: number; after: string; row: string } | { start: number; page: number };

/** An answered page; `turn` is when it was requested (see `turnNow`). */
export interface Read extends Answer<Row[]> {
  turn: number;
}

/** Information about the server's order. */
export interface Known {
  cursorOf: (id: string) => string | undefined;
  /** The server's index of a row minus its shown index. */
  offsetAt: (index: number) => number;
  /** First rows of the requested pages that have not arrived. */
  underway: readonly number[];
}

/** The next request for the shown rows `from` to `to`; null if all are loaded or requested. */
export function nextFetch({ ids }: Sequence, from: number, to: number, pages: Known): Fetch | null {
  for (let index = Math.max(0, from); index <= Math.min(to, ids.length - 1); index++) {
    if (ids[index] !== null || pages.underway.some(start => start <= index && index < start + WINDOW)) continue;
    const fetch = fetchAt(index, ids, pages);
    return pages.underway.includes(fetch.start) ? null : fetch;
  }
  return null;
}

function fetchAt(index: number, ids: Sequence['ids'], { cursorOf, offsetAt }: Known): Fetch {
  // If no cursor is known, the previous page is read again to get one.
  for (let before = index - 1; before >= Math.max(0, index - 2 * WINDOW) && ids[before] !== null; before--) {
    const row = ids[before];
    const after = row && cursorOf(row);
    if (after) return { start: before + 1, after, row };
  }
  const offset = offsetAt(index);
  const page = Math.floor(Math.max(0, index + offset) / WINDOW);
  return { start: Math.max(0, page * WINDOW - offset), page: page + 1 };
}

export type Page = [start: number, answer: Read];

/** Reads the first page and the pages on the screen, each range without a gap; null when a request failed. */
export async function readStretches(
  from: number,
  last: number,
  ask: (fetch: Fetch) => Promise<Read | null>,
): Promise<Page[] | null> {
  const pages: Page[] = [];
  const screen = Math.floor(from / WINDOW);
  let fetch: Fetch | null = { start: 0, page: 1 };
  while (fetch) {
    const answer: Read | null = await ask(fetch);
    if (!answer) return null;
    pages.push([fetch.start, answer]);
    const start: number = fetch.start + WINDOW;
    const row = answer.data.at(-1)?.id;
    if (start > last || !answer.cursor || !row) fetch = null;
    else if (fetch.start === 0 && screen > 1) fetch = { start: screen * WINDOW, page: screen + 1 };
    else fetch = { start, after: answer.cursor, row };
  }
  return pages;
}

/** Puts an answered page at the shown index `start`; `last`: the list ends with it. Returns whether anything changed. */
export function fill(sequence: Sequence, start: number, page: readonly string[], last: boolean, holds: Holds): boolean {
  const { ids, kept, pending } = sequence;
  const end = start + page.length;
  if (!last && page.every((id, offset) => ids[start + offset] === id)) return false;
  if (holds.entering || holds.leaving || kept.size > 0 || pending.size > 0)
    fillAround(sequence, start, page, last, holds);
  else overwrite(sequence, start, end, page);
  if (last && sequence.pending.size === 0 && sequence.kept.size === 0) sequence.ids.length = end;
  return true;
}

/** Nothing is held: the page replaces what was shown. */
function overwrite({ ids }: Sequence, start: number, end: number, page: readonly string[]): void {
  const listed = new Set<string | null>(page);
  let displaced = false;
  for (const [index, id] of ids.entries()) {
    if (id === null) continue;
    const inside = start <= index && index < end;
    if (inside && !listed.has(id)) displaced = true;
    if (!inside && listed.has(id)) ids[index] = null;
  }
  while (ids.length < start) ids.push(null);
  for (const [offset, id] of page.entries()) ids[start + offset] = id;
  // A replaced row belongs further down: rows loaded there may be out of order and are unloaded.
  if (displaced) ids.fill(null, end);
}

/** Nothing shown may move: unloaded rows are filled in, new rows become pending, rows no longer listed are marked gone. */
function fillAround(sequence: Sequence, start: number, page: readonly string[], last: boolean, holds: Holds): void {
  const { ids, kept, pending } = sequence;
  const listed = new Set<string | null>(page);
  while (ids.length < start) ids.push(null);
  const shown = new Map<string, number>();
  for (const [index, id] of ids.entries()) if (id !== null && listed.has(id)) shown.set(id, index);
  let at = start;
  for (const id of page) {
    const index = shown.get(id);
    if (index !== undefined) {
      if (kept.get(id) === 'gone') kept.delete(id);
      // A row shown far away is about to move here: it says nothing of the position of the next one.
      if (!kept.has(id) && index < start + 2 * WINDOW) at = Math.max(at, index + 1);
    } else if (!pending.has(id)) {
      while (at < ids.length && kept.has(ids[at] ?? '')) at++;
      if (at >= ids.length) ids[at++] = id;
      else if (ids[at] === null) ids[at++] = id;
      else pending.add(id);
    }
  }
  const end = last ? ids.length : at;
  const stays = (id: string | null, index: number) => {
    if (index < start || index >= end) return true;
    if (id === null) return false;
    if (listed.has(id) || kept.has(id)) return true;
    if (holds.leaving) kept.set(id, 'gone');
    return holds.leaving;
  };
  sequence.ids = ids.filter(stays);
}
