import type { Row } from '../base/matches.ts';
import type { Scope } from '../http/api.ts';
import { rowOf } from '../records/records.ts';
import { type Page, WINDOW } from './pages.ts';

interface Kept {
  ids: readonly string[];
  total: number | null;
}

/** Limit of remembered lists; nobody goes back further without a network. */
const MOST = 12;
const lists = new Map<string, Kept>();

/** Key of a list: definition, scope and query. */
export const listKey = (name: string, { projectId, unitId }: Scope, query: string): string =>
  `${name} ${unitId ?? projectId} ${query}`;

/** Remembers the rows of a list that is left, from the top to the first gap. */
export function keepRows(key: string, ids: readonly (string | null)[], total: number | null): void {
  const hole = ids.indexOf(null);
  lists.delete(key);
  lists.set(key, { ids: (hole < 0 ? ids : ids.slice(0, hole)).filter(id => id !== null), total });
  for (const oldest of lists.keys()) {
    if (lists.size <= MOST) return;
    lists.delete(oldest);
  }
}

/** Remembered pages of a list, as far as their records are still cached; null if there are none. */
export function keptPages(key: string): Page[] | null {
  const { ids = [], total = null } = lists.get(key) ?? {};
  const rows: Row[] = [];
  for (const id of ids) {
    const row = rowOf(key.slice(0, key.indexOf(' ')), id);
    if (!row) break;
    rows.push(row);
  }
  // If rows are missing, only whole pages are used, so that the end of the list is not shown too early.
  const whole = rows.length === total ? rows.length : Math.floor(rows.length / WINDOW) * WINDOW;
  if (whole === 0) return null;
  const page = (start: number): Page => [
    start,
    {
      data: rows.slice(start, Math.min(start + WINDOW, whole)),
      status: 200,
      turn: 0,
      ...(total !== null && { total }),
    },
  ];
  return Array.from({ length: Math.ceil(whole / WINDOW) }, (_, at) => page(at * WINDOW));
}
