import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { type Answer, ApiError, request, type Scope } from './api.ts';
import type { Row } from './matches.ts';
import { type Fetch, WINDOW } from './pages.ts';
import { filterValues } from './query.ts';
import { applyRows, turnNow } from './records.ts';

/** A page as it was answered; `turn` is when it was asked for (see `turnNow`). */
export interface Read extends Answer<Row[]> {
  turn: number;
}

/** The calls of one list for its pages. */
export interface Reading {
  /** Reads a page into the records; null when it failed or is not wanted any more. `firm`: wanted whatever is on the screen. */
  ask: (fetch: Fetch, filter: Filter, sort: string, firm?: boolean) => Promise<Read | null>;
  /** First rows of the pages that are on their way. */
  underway: () => number[];
  /** Gives up pages outside these rows, but for firm ones. */
  only: (from: number, to: number) => void;
  /** Gives up all pages; answers a token of what comes next. */
  restart: () => number;
  isCurrent: (token: number) => boolean;
}

/** Reads pages for a list; `self` marks the changes that come from its own calls. */
export function reading(definition: Definition, scope: Scope, self: object, fail: (error: ApiError) => void): Reading {
  const calls = new Map<number, { controller: AbortController; firm: boolean }>();
  let generation = 0;

  function giveUp(start: number): void {
    calls.get(start)?.controller.abort();
    calls.delete(start);
  }

  return {
    async ask(fetch, filter, sort, firm = false) {
      const mine = generation;
      const turn = turnNow();
      const controller = new AbortController();
      calls.set(fetch.start, { controller, firm });
      const place = 'after' in fetch ? { after: fetch.after } : { page: fetch.page };
      const query = { filter: filterValues(filter), sort, limit: WINDOW, ...place };
      try {
        const answer = await request<Row[]>('GET', definition.path, { ...scope, query, signal: controller.signal });
        if (mine !== generation || controller.signal.aborted) return null;
        applyRows(definition.name, answer.data, { kind: 'answer', turn }, self);
        return { ...answer, turn };
      } catch (error) {
        if (mine !== generation || controller.signal.aborted) return null;
        fail(error instanceof ApiError ? error : new ApiError(0, 'FAIL', String(error), null, ''));
        return null;
      } finally {
        if (calls.get(fetch.start)?.controller === controller) calls.delete(fetch.start);
      }
    },
    underway: () => [...calls.keys()],
    only(from, to) {
      for (const [start, { firm }] of calls) if (!firm && (start > to + WINDOW || start + WINDOW < from)) giveUp(start);
    },
    restart() {
      for (const start of [...calls.keys()]) giveUp(start);
      return ++generation;
    },
    isCurrent: token => token === generation,
  };
}
