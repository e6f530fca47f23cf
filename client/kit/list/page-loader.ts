import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import type { Row } from '../base/matches.ts';
import { request, type Scope } from '../http/api.ts';
import { type ApiError, toApiError } from '../http/api-error.ts';
import { filterValues } from '../http/query.ts';
import { applyRows, turnNow } from '../records/records.ts';
import { type Fetch, type Read, WINDOW } from './pages.ts';

/** The page requests of one list. */
export interface PageLoader {
  /**
   * Reads a page into the records; null if it failed or is no longer needed. `firm` pages are needed whatever is on the
   * screen. Requests are numbered: an older answer never replaces rows or total of a newer one.
   */
  ask: (fetch: Fetch, filter: Filter, sort: string, firm?: boolean) => Promise<Read | null>;
  /** First rows of the requested pages that have not arrived. */
  underway: () => number[];
  /** Cancels requests for pages outside these rows, except firm ones. */
  only: (from: number, to: number) => void;
  /** Cancels all requests; returns a token of the requests that follow. */
  restart: () => number;
  isCurrent: (token: number) => boolean;
}

/** Reads the pages of a list; `self` identifies record changes that come from its own answers. */
export function pageLoader(
  definition: Definition,
  scope: Scope,
  self: object,
  fail: (error: ApiError) => void,
): PageLoader {
  /** Pending requests by number. */
  const calls = new Map<number, { start: number; controller: AbortController; firm: boolean }>();
  /** Pages that arrived while others were on their way. */
  const arrived = new Map<number, { start: number }>();
  let generation = 0;
  let latest = 0;

  function cancel(number: number): void {
    calls.get(number)?.controller.abort();
    calls.delete(number);
  }

  const isLater =
    (number: number) =>
    ([other]: [number, unknown]) =>
      other > number;
  const overlaps = (start: number) => (page: { start: number }) => Math.abs(page.start - start) < WINDOW;

  async function ask(fetch: Fetch, filter: Filter, sort: string, firm = false): Promise<Read | null> {
    const [mine, number, turn, controller] = [generation, ++latest, turnNow(), new AbortController()];
    calls.set(number, { start: fetch.start, controller, firm });
    const place = 'after' in fetch ? { after: fetch.after } : { page: fetch.page };
    const query = { filter: filterValues(filter), sort, limit: WINDOW, ...place };
    try {
      const answer = await request<Row[]>('GET', definition.path, { ...scope, query, signal: controller.signal });
      if (mine !== generation || controller.signal.aborted) return null;
      applyRows(definition.name, answer.data, { kind: 'answer', turn }, self);
      const later = [...arrived].filter(isLater(number)).map(([, page]) => page);
      // A page requested later already shows some of these rows; the rest is requested again.
      if (later.some(overlaps(fetch.start))) return ask(fetch, filter, sort, firm);
      arrived.set(number, fetch);
      const { total, ...page } = answer;
      return { ...page, turn, ...(total !== undefined && later.length === 0 && { total }) };
    } catch (error) {
      if (mine !== generation || controller.signal.aborted) return null;
      fail(toApiError(error));
      return null;
    } finally {
      calls.delete(number);
      if (calls.size === 0) arrived.clear();
    }
  }

  return {
    ask,
    underway: () => [...calls.values()].map(({ start }) => start),
    only(from, to) {
      for (const [number, { start, firm }] of calls)
        if (!firm && (start > to + WINDOW || start + WINDOW < from)) cancel(number);
    },
    restart() {
      for (const number of [...calls.keys()]) cancel(number);
      arrived.clear();
      return ++generation;
    },
    isCurrent: token => token === generation,
  };
}
