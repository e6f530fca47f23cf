import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import type { Scope } from './api.ts';
import { canDecide, matches } from './matches.ts';
import { compareBy } from './order.ts';
import { type Fetch, fill, nextFetch, type Page, WINDOW } from './pages.ts';
import { locate } from './place.ts';
import { entryOf, holdRecords, releaseRecords, rowOf, turnNow } from './records.ts';
import * as rows from './sequence.ts';
import { readerOf } from './session.ts';

/** Loaded rows from which on far ones are let go, and how far from the screen that is. */
const MOST_LOADED = 5000;
const KEEP_AROUND = 1500;

/** The rows of one list as they are shown, with what is known of the server's side; `doubt` when they had better be read again. */
export function createShown(definition: Definition, scope: Scope, doubt: () => void) {
  const { name } = definition;
  let filter: Filter = {};
  let judge: rows.Rows | null = null;
  let sequence = rows.emptySequence();
  const cursors = new Map<string, string>();
  /** Last rows of pages that met rows read earlier: whether these follow is asked for. */
  const seams = new Set<string>();
  /** Records kept in memory for this list. */
  const held = new Set<string>();
  /** When records were changed lately: a page asked for before that may not know of it. */
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

  /** Gives changed rows their places, one after the other. Those still to come stand where they belonged before: they tell nothing of the order. */
  function classify(ids: readonly string[], holds: rows.Holds): void {
    const toCome = new Set(ids);
    const known = judge && { ...judge, rowOf: (id: string) => (toCome.has(id) ? undefined : rowOf(name, id)) };
    for (const id of ids) {
      toCome.delete(id);
      const entry = entryOf(name, id);
      if (!entry || !known) continue;
      const belongs = !entry.removed && matches(definition, filter, entry.row, readerOf(scope));
      rows.applyRow(sequence, entry.row, belongs, known, holds);
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
    return row && judge ? locate(sequence, row, judge).before + 1 : 0;
  };

  return {
    /** Copies, for the screen. */
    view: () => ({ ids: [...sequence.ids], pending: sequence.pending.size, marks: new Map(sequence.kept) }),
    length: () => sequence.ids.length,
    /** Whether anything waits for the reader's attention to go elsewhere. */
    holdsBack: () => sequence.kept.size > 0 || sequence.pending.size > 0,
    /** Takes another query; false when only the server can judge rows by it. */
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
    /** Remembers changes, for the pages that are on their way. */
    remember(ids: readonly string[]): void {
      for (const id of ids) recent.set(id, turnNow());
    },
    /** Looks once more at what changed after a page was asked for; `over`: none is on its way any more. */
    catchUp(turn: number, over: boolean, holds: rows.Holds): void {
      const later = [...recent].filter(([, changed]) => changed > turn).map(([id]) => id);
      classify(later, holds);
      if (over) recent.clear();
    },

    put,
    /** Shows these pages and nothing else. */
    replace(pages: readonly Page[]): void {
      sequence = rows.emptySequence();
      cursors.clear();
      seams.clear();
      for (const page of pages) put(page, rows.NOTHING_HELD);
    },
    /** Forgets records that are not shown any more. */
    tidy(): void {
      const kept = new Set([...sequence.ids, ...sequence.pending]);
      release([...held].filter(id => !kept.has(id)));
    },
    /** Lets rows go that are far from what is on the screen, but for the first page. */
    unload(from: number, to: number): void {
      if (held.size < MOST_LOADED) return;
      sequence.ids = sequence.ids.map((id, index) => {
        const near = index < WINDOW || (index >= from - KEEP_AROUND && index <= to + KEEP_AROUND);
        return near || (id && sequence.kept.has(id)) ? id : null;
      });
      this.tidy();
    },

    /** What to fetch for these rows; null when they are there or on their way. */
    missing: (from: number, to: number, underway: readonly number[]): Fetch | null =>
      nextFetch(sequence, from, to, {
        cursorOf: id => cursors.get(id),
        offsetAt: index => rows.offsetAt(sequence, index, placeOf),
        underway,
      }),
    /** What to fetch to learn whether two stretches of rows follow each other. */
    seam(): Fetch | null {
      for (const row of seams) {
        seams.delete(row);
        const after = cursors.get(row);
        const start = sequence.ids.indexOf(row) + 1;
        if (after && start > 0) return { start, after, row };
        // Its last row has moved meanwhile: there is nothing to ask after.
        doubt();
      }
      return null;
    },
    /** Where a page belongs now: rows may have come and gone before it while it was on its way. */
    startOf(fetch: Fetch): number | null {
      if ('after' in fetch) return cursors.get(fetch.row) === fetch.after ? sequence.ids.indexOf(fetch.row) + 1 : null;
      // Counted from the top, not from the row before it: whether it follows that row is not known.
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
      const spot = index < 0 && row && judge ? locate(sequence, row, judge) : { before: index - 1, after: index + 1 };
      let next = by > 0 ? spot.after : spot.before;
      while (kept.get(ids[next] ?? '') === 'gone') next += by;
      return ids[next] ?? null;
    },
    close: () => release([...held]),
  };
}
