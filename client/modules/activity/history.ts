import { activity } from '@lobby/shared/modules/activity.ts';
import { type Answer, ApiError, request, type Scope } from '../../kit/http/api.ts';
import type { Plain } from '../../kit/http/query.ts';
import type { Activity } from '../../kit/ui/detail/useActivities.ts';

/** An entry of the project's history. */
export interface Entry extends Activity {
  module: string;
  entity: string;
  entityId: string | null;
  /** What the record was called then. */
  record: { title: string; code: string } | null;
}

export interface History {
  rows: readonly Entry[];
  /** Null where it was too much to count. */
  total: number | null;
  /** New entries that wait to be shown. */
  fresh: readonly Entry[];
  phase: 'first' | 'ready' | 'failed';
  error: ApiError | null;
  /** Everything was read. */
  whole: boolean;
}

export const NOTHING: History = { rows: [], total: null, fresh: [], phase: 'first', error: null, whole: false };
const PAGE = 50;

const sorted = (rows: readonly Entry[]) =>
  rows.toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id));

/** Reads one filter's history page by page, and finds what is new; `show` hears of every change. */
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
    const known = new Set([...history.rows, ...history.fresh].map(row => row.id));
    return rows.filter(row => !known.has(row.id));
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
    /** Reads on below the last row. */
    more: () => (history.whole || history.phase !== 'ready' ? undefined : run(further)),
    /** Looks for entries that came since; they wait until the reader takes them. */
    async look(): Promise<void> {
      if (history.phase !== 'ready') return;
      await run(async () => {
        const answer = await read();
        const news = unknown(answer.data);
        const newest = new Set(history.rows.slice(0, PAGE).map(row => row.id));
        // More came than a page holds: what lies between is not known, the top is read anew when it is asked for.
        const gap = news.length === answer.data.length && newest.size > 0;
        if (news.length > 0)
          publish({ fresh: gap ? news : sorted([...news, ...history.fresh]), total: totalOf(answer) });
      });
    },
    /** Shows what is new. */
    take(): void {
      if (history.fresh.length >= PAGE) void run(first);
      else publish({ rows: sorted([...history.fresh, ...history.rows]), fresh: [] });
    },
    close: () => abort.abort(),
  };
}
