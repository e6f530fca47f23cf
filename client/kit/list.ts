import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { type Atom, atom } from 'jotai';
import type { ApiError, Scope } from './api.ts';
import { connectionAtom } from './connection.ts';
import { type Counts, counting } from './counts.ts';
import { type Holding, holding } from './holding.ts';
import { followModule } from './live.ts';
import { both, isImpossible } from './matches.ts';
import { type Fetch, type Page, readStretches } from './pages.ts';
import { reading } from './reading.ts';
import { markStale, onChanges, turnNow } from './records.ts';
import type { Mark } from './sequence.ts';
import { createShown } from './shown.ts';
import { store } from './store.ts';
import { later } from './timing.ts';

/** What a list is asked for: the reader's filter, a tab of the definition, `field` or `-field`. */
export interface ListQuery {
  filter: Filter;
  tab?: string | null;
  sort?: string | null;
}

/** What a list shows. */
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
  /** Tab and own filter as one: what an export or an act on all takes. */
  filter: Filter;
  sort: string;
}

export interface List {
  view: Atom<ListView>;
  counts: Atom<Counts | null>;
  setQuery: (query: ListQuery) => void;
  /** Tells which rows are on the screen; loads what is missing there. */
  show: (from: number, to: number) => void;
  /** Shows the rows held back. */
  takePending: () => void;
  attention: Pick<Holding, 'scrolled' | 'pointer' | 'opening'>;
  /** The row after (1) or before (-1) a row, also when that has left the list; null at the ends or while it loads. */
  step: (id: string, by: 1 | -1) => string | null;
  /** Reads what is shown again, silently. */
  refresh: () => void;
  close: () => void;
}

/** More changes at once than this are not followed one by one: the rows are read again. */
const MANY = 30;
/** Rows beyond the shown ones that are loaded too. */
const MARGIN = 50;

/** Opens a live list; what it shows equals a fresh read at any moment of rest. */
export function openList(definition: Definition, scope: Scope, first: ListQuery): List {
  const { name } = definition;
  const self = {};
  let [filter, sort]: [Filter, string] = [{}, definition.list.defaultSort];
  /** Filter and sort as they were last asked for. */
  let asked = '';
  let [from, to] = [0, 0];
  let phase: ListView['phase'] = 'first';
  let total: number | null = null;
  let error: ApiError | null = null;
  /** Rows are to be read again as soon as they may move. */
  let overdue = false;
  /** A reading again was begun and has not come to its end. */
  let outdated = false;
  let doubts = 0;
  const queue = new Set<string>();

  const shown = createShown(definition, scope, () => refreshSoon.soon());
  const snapshot = (): ListView => ({ ...shown.view(), phase, total, error, filter, sort });
  const view = atom(snapshot());
  const publish = () => store.set(view, snapshot());
  const publishAndLoad = () => {
    publish();
    load();
  };

  const calls = reading(definition, scope, self, failure => {
    error = failure;
    if (phase !== 'ready') phase = 'failed';
    publish();
    if (failure.passing) retry.soon();
  });
  const attention = holding(entering => {
    shown.settle();
    if (entering) shown.takePending();
    if (overdue) void refresh(true);
    publishAndLoad();
  });
  const counts = counting(definition, scope, next => {
    total = next;
    doubts = phase !== 'ready' || shown.agrees(next) ? 0 : doubts + 1;
    // The count may have been made a moment too early: it is asked for once more before the rows are doubted.
    if (doubts === 1) counts.soon();
    if (doubts > 1) refreshSoon.soon();
    publishAndLoad();
  });

  /** Loads what is shown and not there yet, the shown rows first. */
  function load(): void {
    if (phase !== 'ready') return;
    for (let underway = calls.underway(); underway.length < 2; underway = calls.underway()) {
      const next =
        shown.missing(from, to, underway) ?? shown.seam() ?? shown.missing(from - MARGIN, to + MARGIN, underway);
      if (!next) return;
      void loadPage(next);
    }
  }
  const loadSoon = later(load, 40, 120);
  const retry = later(() => (outdated ? void refresh() : load()), 3000);

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

  /** Reads the pages on the screen again and lets go of the others; waits while rows may not move, unless the wait is over. */
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
  const refreshSoon = later(
    () => {
      // The first rows are still on their way: they come before they are doubted.
      if (phase !== 'ready' && calls.underway().length > 0) refreshSoon.soon();
      else void refresh();
    },
    300,
    2000,
  );

  /** Follows the changes of one moment. */
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
    followModule(scope, definition.code, notice => {
      if (notice.kind === 'event' && notice.event.entity !== name) return;
      if (notice.kind === 'event' && notice.mine) counts.now();
      else counts.soon();
      if (notice.kind === 'event' && notice.event.entityId !== null) return;
      markStale(name);
      // Rows that one brought in oneself are waited for.
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
    sort = query.sort ?? definition.list.defaultSort;
    const now = JSON.stringify([filter, sort]);
    if (now === asked) return;
    asked = now;
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
      for (const stop of stops) stop();
      calls.restart();
      attention.stop();
      counts.stop();
      for (const timer of [loadSoon, refreshSoon, retry]) timer.cancel();
      shown.close();
    },
  };
}
