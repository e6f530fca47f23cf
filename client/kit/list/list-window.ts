import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { canDecide, matches } from '../base/matches.ts';
import type { Scope } from '../http/api.ts';
import { entryOf, holdRecords, releaseRecords, rowOf, turnNow } from '../records/records.ts';
import { readerOf } from '../session/session.ts';
import { compareBy } from './order.ts';
import { type Fetch, fill, nextFetch, type Page, WINDOW } from './pages.ts';
import * as rows from './row-order.ts';
import { findInsertionPoint } from './row-order.ts';

/** Number of loaded rows above which distant ones are unloaded, and the distance from the screen in rows. */
const MOST_LOADED = 5000;
const KEEP_AROUND = 1500;

/** The shown rows of one list with their cursors. Calls `doubt` when the rows may be wrong and should be read again. */
export function createListWindow(definition: Definition, scope: Scope, doubt: () => void) {
  const { name } = definition;
  let filter: Filter = {};
  let judge: rows.Rows | null = null;
  let sequence = rows.emptySequence();
  const cursors = new Map<string, string>();
  /** Last rows of pages that border rows read earlier: a request checks that nothing lies between. */
  const seams = new Set<string>();
  /** Records kept in memory for this list. */
  const held = new Set<string>();
  /** The turn of recent changes: a page requested before it may not contain them. */
  const recent = new Map<string, number>();

  function hold(ids: readonly string[]): void {
    const fresh = ids.filter(id => !held.has(id));
    for (const id of fresh) held.add(id);
    holdRecords(name, fresh);
  }

  function release(ids: readonly string[]): void {
    const dropped = ids.filter(id => held.delete(id));
    releaseRecords(name, dropped);
  }

  /** Applies changed rows one after the other. Those not applied yet are still at their old position and are ignored when sorting. */
  function classify(ids: readonly string[], holds: rows.Holds): void {
    const toCome = new Set(ids);
    const judging = judge && { ...judge, rowOf: (id: string) => (toCome.has(id) ? undefined : rowOf(name, id)) };
    for (const id of ids) {
      toCome.delete(id);
      const entry = entryOf(name, id);
      if (!entry || !judging) continue;
      const belongs = !entry.removed && matches(definition, filter, entry.row, readerOf(scope));
      rows.applyRow(sequence, entry.row, belongs, judging, holds);
      if (belongs) hold([id]);
    }
  }

  function put([start, { data, total, cursor }]: Page, holds: rows.Holds): void {
    const ids = data.map(row => row.id);
    hold(ids);
    const news = fill(sequence, start, ids, ids.length < WINDOW, holds);
    const last = ids.at(-1);
    if (last && cursor) {
      cursors.set(last, cursor);
      if (news && sequence.ids[sequence.ids.indexOf(last) + 1]) seams.add(last);
    }
    if (total !== undefined && ids.length === WINDOW) rows.resize(sequence, total);
    if (total !== undefined && ids.length === 0) rows.trim(sequence, total);
  }

  const placeOf = (id: string) => {
    const row = rowOf(name, id);
    return row && judge ? findInsertionPoint(sequence, row, judge).before + 1 : 0;
  };

  return {
    /** Copies, for the screen. */
    view: () => ({ ids: [...sequence.ids], pending: sequence.pending.size, marks: new Map(sequence.kept) }),
    length: () => sequence.ids.length,
    /** Whether changes are held back. */
    holdsBack: () => sequence.kept.size > 0 || sequence.pending.size > 0,
    /** Sets the query by which rows are matched and sorted. */
    judgeBy(next: Filter, sort: string): void {
      filter = next;
      const order = canDecide(definition, filter) ? compareBy(definition, sort) : null;
      judge = order && { order, rowOf: id => rowOf(name, id) };
    },
    canJudge: () => judge !== null,

    /** Applies changed records. */
    change(ids: readonly string[], holds: rows.Holds): void {
      for (const id of ids) cursors.delete(id);
      classify(ids, holds);
    },
    /** Remembers changes while pages are being requested. */
    remember(ids: readonly string[]): void {
      for (const id of ids) recent.set(id, turnNow());
    },
    /** Applies again what changed after a page was requested; `over`: no request is left. */
    catchUp(turn: number, over: boolean, holds: rows.Holds): void {
      const later = [...recent].filter(([, changed]) => changed > turn).map(([id]) => id);
      classify(later, holds);
      if (over) recent.clear();
    },

    put,
    /** Replaces all rows with these pages. */
    replace(pages: readonly Page[]): void {
      sequence = rows.emptySequence();
      cursors.clear();
      seams.clear();
      for (const page of pages) put(page, rows.NOTHING_HELD);
    },
    /** Releases records that are no longer shown. */
    tidy(): void {
      const listed = new Set([...sequence.ids, ...sequence.pending]);
      release([...held].filter(id => !listed.has(id)));
    },
    /** Unloads rows far from the screen, except the first page. */
    unload(from: number, to: number): void {
      if (held.size < MOST_LOADED) return;
      sequence.ids = sequence.ids.map((id, index) => {
        const near = index < WINDOW || (index >= from - KEEP_AROUND && index <= to + KEEP_AROUND);
        return near || (id && sequence.kept.has(id)) ? id : null;
      });
      this.tidy();
    },

    /** The request for missing rows; null if they are loaded or requested. */
    missing: (from: number, to: number, underway: readonly number[]): Fetch | null =>
      nextFetch(sequence, from, to, {
        cursorOf: id => cursors.get(id),
        offsetAt: index => rows.offsetAt(sequence, index, placeOf),
        underway,
      }),
    /** The request that checks whether two loaded ranges are adjacent. */
    seam(): Fetch | null {
      for (const row of seams) {
        seams.delete(row);
        const after = cursors.get(row);
        const start = sequence.ids.indexOf(row) + 1;
        if (after && start > 0) return { start, after, row };
        // The last row of the page has moved, and its cursor is gone.
        doubt();
      }
      return null;
    },
    /** The index of an answered page now: rows before it may have been inserted or removed since it was requested. */
    startOf(fetch: Fetch): number | null {
      if ('after' in fetch) return cursors.get(fetch.row) === fetch.after ? sequence.ids.indexOf(fetch.row) + 1 : null;
      // A page by number may not be adjacent to the row shown before it.
      if (sequence.ids[fetch.start - 1]) doubt();
      return fetch.start;
    },

    agrees: (total: number) => rows.agree(sequence, total),
    settle: () => rows.settle(sequence, judge),
    takePending: () => rows.takePending(sequence, judge),
    /** The row after (1) or before (-1) a row. */
    step(id: string, by: 1 | -1): string | null {
      const { ids, kept } = sequence;
      const index = ids.indexOf(id);
      const row = entryOf(name, id)?.row;
      const spot =
        index < 0 && row && judge ? findInsertionPoint(sequence, row, judge) : { before: index - 1, after: index + 1 };
      let next = by > 0 ? spot.after : spot.before;
      while (kept.get(ids[next] ?? '') === 'gone') next += by;
      return ids[next] ?? null;
    },
    close: () => release([...held]),
  };
}
