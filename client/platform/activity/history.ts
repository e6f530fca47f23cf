import type { Plain } from '@lobby/shared/kit/filter-schema.ts';
import { activity } from '@lobby/shared/modules/activity.ts';
import { type Answer, ApiError, request, type Scope } from '../../kit/http/api.ts';
import type { Activity } from '../../kit/ui/detail/activity/useActivities.ts';

export interface Entry extends Activity {
  module: string;
  entity: string;
  entityId: string | null;
  /** Title and code of the record at that time. */
  record: { title: string; code: string } | null;
  /** The record whose page shows it. */
  opens: { entity: string; id: string } | null;
}

export interface History {
  rows: readonly Entry[];
  /** Null where the server did not count because there are too many. */
  total: number | null;
  /** New entries not shown yet. */
  fresh: readonly Entry[];
  phase: 'first' | 'ready' | 'failed';
  error: ApiError | null;
  /** All pages are loaded. */
  whole: boolean;
}

export const NOTHING: History = { rows: [], total: null, fresh: [], phase: 'first', error: null, whole: false };
const PAGE = 50;

const sorted = (rows: readonly Entry[]) =>
  rows.toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id));

/** Loads the history of a filter page by page and polls for new entries; calls `show` on each change. */
export function openHistory(scope: Scope, filter: Record<string, Plain>, show: (history: History) => void) {
  let history = NOTHING;
  let cursor: string | undefined;
  let reading: Promise<void> | null = null;
  const abort = new AbortController();
  const publish = (change: Partial<History>) => {
    if (abort.signal.aborted) return;
    history = { ...history, ...change };
    show(history);
  };
  const read = (after?: string): Promise<Answer<Entry[]>> =>
    request('GET', `${activity.path}/list`, {
      ...scope,
      signal: abort.signal,
      query: { limit: PAGE, ...(after && { after }), filter },
    });
  const unknown = (rows: readonly Entry[]) => {
    const ids = new Set([...history.rows, ...history.fresh].map(row => row.id));
    return rows.filter(row => !ids.has(row.id));
  };
  const totalOf = ({ total }: Answer<Entry[]>) => (total === undefined || Number.isNaN(total) ? null : total);

  async function first(): Promise<void> {
    const answer = await read();
    cursor = answer.cursor;
    publish({
      rows: answer.data,
      fresh: [],
      total: totalOf(answer),
      phase: 'ready',
      error: null,
      whole: answer.cursor === undefined,
    });
  }

  async function further(): Promise<void> {
    const answer = await read(cursor);
    cursor = answer.cursor;
    publish({ rows: [...history.rows, ...unknown(answer.data)], error: null, whole: answer.cursor === undefined });
  }

  function run(step: () => Promise<void>): Promise<void> {
    reading ??= step()
      .catch(error => {
        if (error instanceof ApiError) publish({ error, phase: history.phase === 'first' ? 'failed' : history.phase });
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  }

  return {
    start: () => run(first),
    /** Loads the next page. */
    more: () => (history.whole || history.phase !== 'ready' ? undefined : run(further)),
    /** Loads new entries; they are not shown until `take`. */
    async look(): Promise<void> {
      if (history.phase !== 'ready') return;
      await run(async () => {
        const answer = await read();
        const news = unknown(answer.data);
        const newest = new Set(history.rows.slice(0, PAGE).map(row => row.id));
        // More than a page is new, so entries between are unknown: `take` then reloads from the top.
        const gap = news.length === answer.data.length && newest.size > 0;
        if (news.length > 0)
          publish({ fresh: gap ? news : sorted([...news, ...history.fresh]), total: totalOf(answer) });
      });
    },
    /** Shows the new entries. */
    take(): void {
      if (history.fresh.length >= PAGE) void run(first);
      else publish({ rows: sorted([...history.fresh, ...history.rows]), fresh: [] });
    },
    close: () => abort.abort(),
  };
}
