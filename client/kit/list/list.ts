import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { type Atom, atom } from 'jotai';
import { both, isImpossible } from '../base/matches.ts';
import { store } from '../base/store.ts';
import type { ApiError, Scope } from '../http/api.ts';
import { debounce } from '../http/debounce.ts';
import { connectionAtom } from '../live/connection.ts';
import { subscribeToModule } from '../live/live.ts';
import { markStale, onChanges, turnNow } from '../records/records.ts';
import { type Counts, counting } from './counts.ts';
import { keepRows, keptPages, listKey } from './kept-rows.ts';
import { createListWindow } from './list-window.ts';
import { pageLoader } from './page-loader.ts';
import { type Fetch, type Page, readStretches } from './pages.ts';
import type { Mark } from './row-order.ts';
import { type UpdateHold, updateHold } from './update-hold.ts';
import { usualSort } from './url.ts';

/** Query of a list: the reader's filter, a tab of the definition, and a sort by `field` or `-field`. */
export interface ListQuery {
  filter: Filter;
  tab?: string | null;
  sort?: string | null;
}

/** State of a list for its screen. */
export interface ListView {
  /** Ids in order, null where not loaded yet; the records are in `recordAtom`. */
  ids: readonly (string | null)[];
  /** `first`: nothing to show yet; `renewing`: the rows are still those of the query before. */
  phase: 'first' | 'renewing' | 'ready' | 'failed';
  /** Rows under the filter, as the server counts them. */
  total: number | null;
  /** New rows that wait to be shown. */
  pending: number;
  /** Rows that are kept in place although they left or moved. */
  marks: ReadonlyMap<string, Mark>;
  error: ApiError | null;
  /** The tab and the reader's filter combined, as an export or an act on all rows uses it. */
  filter: Filter;
  sort: string;
}

export interface List {
  view: Atom<ListView>;
  counts: Atom<Counts | null>;
  setQuery: (query: ListQuery) => void;
  /** Sets which rows are on the screen, and loads missing ones. */
  show: (from: number, to: number) => void;
  /** Inserts the pending rows. */
  takePending: () => void;
  attention: Pick<UpdateHold, 'scrolled' | 'pointer' | 'opening'>;
  /** The row after (1) or before (-1) a row, also when that has left the list; null at the ends or while it loads. */
  step: (id: string, by: 1 | -1) => string | null;
  /** Reads the shown pages again in the background. */
  refresh: () => void;
  close: () => void;
}

/** If more rows change at once, they are read again instead of applied one by one. */
const MANY = 30;
/** Rows loaded beyond the shown ones. */
const MARGIN = 50;

/** Opens a live list: once all events and requests are processed, it shows what a fresh read would. */
export function openList(definition: Definition, scope: Scope, first: ListQuery): List {
  const { name } = definition;
  const self = {};
  let [filter, sort]: [Filter, string] = [{}, definition.list.defaultSort];
  /** Filter and sort of the current query, as text. */
  let lastQuery = '';
  let [from, to] = [0, 0];
  let phase: ListView['phase'] = 'first';
  let total: number | null = null;
  let error: ApiError | null = null;
  /** A refresh waits until rows may move. */
  let overdue = false;
  /** A refresh has started and has not succeeded yet. */
  let outdated = false;
  let doubts = 0;
  const queue = new Set<string>();

  const shown = createListWindow(definition, scope, () => refreshSoon.soon());
  const snapshot = (): ListView => ({ ...shown.view(), phase, total, error, filter, sort });
  const view = atom(snapshot());
  const publish = () => store.set(view, snapshot());
  const publishAndLoad = () => {
    publish();
    load();
  };

  const calls = pageLoader(definition, scope, self, failure => {
    error = failure;
    if (phase === 'first' && failure.passing) recall();
    if (phase !== 'ready') phase = 'failed';
    publish();
    if (failure.passing) retry.soon();
  });
  const attention = updateHold(entering => {
    shown.settle();
    if (entering) shown.takePending();
    if (overdue) void refresh(true);
    publishAndLoad();
  });
  const counts = counting(definition, scope, next => {
    total = next;
    doubts = phase !== 'ready' || shown.agrees(next) ? 0 : doubts + 1;
    // The count may be older than the rows: it is requested once more before the rows are read again.
    if (doubts === 1) counts.soon();
    if (doubts > 1) refreshSoon.soon();
    publishAndLoad();
  });

  /** Shows the rows from when this list was left; without a network they are better than none. */
  function recall(): void {
    const pages = keptPages(listKey(name, scope, lastQuery));
    if (!pages) return;
    shown.replace(pages);
    [total, phase, outdated] = [pages.at(-1)?.[1].total ?? null, 'ready', true];
  }

  /** Requests missing rows, those on the screen first. */
  function load(): void {
    if (phase !== 'ready') return;
    for (let underway = calls.underway(); underway.length < 2; underway = calls.underway()) {
      const next =
        shown.missing(from, to, underway) ?? shown.seam() ?? shown.missing(from - MARGIN, to + MARGIN, underway);
      if (!next) return;
      void loadPage(next);
    }
  }
  const loadSoon = debounce(load, 40, 120);
  const retry = debounce(() => (outdated ? void refresh() : load()), 3000);

  async function loadPage(fetch: Fetch): Promise<void> {
    const answer = await calls.ask(fetch, filter, sort);
    if (!answer) return;
    const start = shown.startOf(fetch);
    if (start !== null) shown.put([start, answer], attention.holds());
    [total, error] = [answer.total ?? total, null];
    shown.catchUp(answer.turn, calls.underway().length === 0, attention.holds());
    shown.unload(from, to);
    publishAndLoad();
  }

  /** Reads the pages on the screen again and unloads the others. Waits while rows must not move, unless `waited`. */
  async function refresh(waited = false): Promise<void> {
    const mustWait = () => {
      overdue = !waited && phase === 'ready' && attention.holds().leaving;
      if (overdue) attention.heldBack();
      return overdue;
    };
    if (mustWait()) return;
    outdated = true;
    const pages = await readShown();
    if (!pages || mustWait()) return;
    outdated = false;
    shown.replace(pages);
    [total, error, phase] = [pages.at(-1)?.[1].total ?? total, null, 'ready'];
    shown.catchUp(Math.min(...pages.map(([, { turn }]) => turn)), true, attention.holds());
    shown.tidy();
    publishAndLoad();
  }

  async function readShown(): Promise<Page[] | null> {
    const token = calls.restart();
    if (isImpossible(filter)) return [[0, { data: [], status: 200, total: 0, turn: turnNow() }]];
    const last = phase === 'ready' ? Math.max(0, Math.min(to, shown.length() - 1)) : 0;
    const pages = await readStretches(Math.min(from, last), last, fetch => calls.ask(fetch, filter, sort, true));
    return calls.isCurrent(token) ? pages : null;
  }
  const refreshSoon = debounce(
    () => {
      // The first rows have not arrived yet: they must not be cancelled.
      if (phase !== 'ready' && calls.underway().length > 0) refreshSoon.soon();
      else void refresh();
    },
    300,
    2000,
  );

  /** Applies the records that changed in this tick. */
  function follow(): void {
    const ids = [...queue];
    queue.clear();
    if (calls.underway().length > 0) shown.remember(ids);
    if (phase !== 'ready') return;
    if (!shown.canJudge() || ids.length > MANY) refreshSoon.soon();
    else {
      shown.change(ids, attention.holds());
      if (shown.holdsBack()) attention.heldBack();
      publishAndLoad();
    }
  }

  const stops = [
    onChanges(name, (ids, by) => {
      if (by === self) return;
      if (queue.size === 0) queueMicrotask(follow);
      for (const id of ids) queue.add(id);
    }),
    subscribeToModule(scope, definition.code, notice => {
      if (notice.kind === 'event' && notice.event.entity !== name) return;
      if (notice.kind === 'event' && notice.mine) counts.now();
      else counts.soon();
      if (notice.kind === 'event' && notice.event.entityId !== null) return;
      markStale(name);
      // The reader is waiting for their own import, so its rows are shown at once.
      if (notice.kind === 'event' && notice.mine && notice.event.action === 'import') void refresh(true);
      else refreshSoon.soon();
    }),
    store.sub(connectionAtom, () => {
      if (error?.passing && store.get(connectionAtom).state !== 'offline') retry.now();
    }),
  ];

  function setQuery(query: ListQuery): void {
    const tab = definition.list.tabs?.[query.tab ?? ''] ?? {};
    filter = both(tab, query.filter);
    sort = query.sort ?? usualSort(definition, query.tab ?? null);
    const now = JSON.stringify([filter, sort]);
    if (now === lastQuery) return;
    lastQuery = now;
    shown.judgeBy(filter, sort);
    counts.of(query.filter, tab);
    if (phase !== 'first') phase = 'renewing';
    [from, to, total, overdue, doubts] = [0, 0, null, false, 0];
    publish();
    void refresh();
  }
  setQuery(first);

  return {
    view,
    counts: counts.counts,
    attention,
    setQuery,
    show(nextFrom, nextTo) {
      [from, to] = [nextFrom, nextTo];
      if (phase === 'ready') calls.only(from - MARGIN, to + MARGIN);
      loadSoon.soon();
    },
    takePending() {
      shown.takePending();
      publishAndLoad();
    },
    step: shown.step,
    refresh: () => void refresh(),
    close() {
      if (phase === 'ready') keepRows(listKey(name, scope, lastQuery), shown.view().ids, total);
      for (const stop of stops) stop();
      calls.restart();
      attention.stop();
      counts.stop();
      for (const timer of [loadSoon, refreshSoon, retry]) timer.cancel();
      shown.close();
    },
  };
}
