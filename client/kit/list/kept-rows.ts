import type { Row } from '../base/matches.ts';
import type { Scope } from '../http/api.ts';
import { rowOf } from '../records/records.ts';
import { type Page, WINDOW } from './pages.ts';

interface Kept {
  ids: readonly string[];
  total: number | null;
}

/** Lists that were left a while ago are read again; nobody goes back so far without a network. */
const MOST = 12;
const kept = new Map<string, Kept>();

/** What a list is known by: its definition, whose data it shows, and what it was asked for. */
export const listKey = (name: string, { projectId, unitId }: Scope, asked: string): string =>
  `${name} ${unitId ?? projectId} ${asked}`;

/** Remembers the rows of a list that is left, from its top to the first that is not loaded. */
export function keepRows(key: string, ids: readonly (string | null)[], total: number | null): void {
  const hole = ids.indexOf(null);
  kept.delete(key);
  kept.set(key, { ids: (hole < 0 ? ids : ids.slice(0, hole)).filter(id => id !== null), total });
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST) return;
    kept.delete(oldest);
  }
}

/** The pages of a list as they were when it was left, as far as its records are still known; null where nothing is. */
export function keptPages(key: string): Page[] | null {
  const { ids = [], total = null } = kept.get(key) ?? {};
  const rows: Row[] = [];
  for (const id of ids) {
    const row = rowOf(key.slice(0, key.indexOf(' ')), id);
    if (!row) break;
    rows.push(row);
  }
  // The end of the list is where all its rows are: else only whole pages say nothing wrong of what follows.
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
