import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Call, request } from '../../../http/api.ts';
import { useQuery } from '../../../live/useQuery.ts';
import { scopeNow } from '../../../session/session.ts';

/** An entry of the activity: who did what, when. */
export interface Activity {
  id: string;
  at: string;
  actor: { id: string; name: string };
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  version: number;
}

interface Entries {
  rows: readonly Activity[];
  total: number | null;
}

interface Activities extends Entries {
  failed: boolean;
  more: () => void;
}

const PAGE = 20;
const FIRST_PAGE = { page: 1, limit: PAGE };

const read = async (path: string, call: Call): Promise<Entries> => {
  const { data, total = null } = await request<Activity[]>('GET', path, call);
  return { rows: data, total };
};

/** Rows of both without duplicates, in order. */
function joined(first: readonly Activity[], second: readonly Activity[]): Activity[] {
  const ids = new Set(first.map(row => row.id));
  return [...first, ...second.filter(row => !ids.has(row.id))];
}

/** Activity of a record, newest first; read again on its events. */
export function useActivities({ path, code, name }: Definition, id: string): Activities {
  const entries = `${path}/${id}/activities`;
  const { data, error, again, change } = useQuery<Entries>(entries, {
    query: FIRST_PAGE,
    read,
    follow: code,
    delay: 0,
    onNotice: notice => notice.kind === 'resync' || (notice.event.entity === name && notice.event.entityId === id),
    merge: (answer, before) => ({ ...answer, rows: joined(answer.rows, before.rows) }),
  });
  const { rows = [], total = null } = data ?? {};
  const next = async () => {
    const query = { page: Math.floor(rows.length / PAGE) + 1, limit: PAGE };
    const further = await read(entries, { ...scopeNow(), query }).catch(() => null);
    // New entries shift the pages, so known ones are not added twice.
    if (further) change(before => ({ ...further, rows: joined(before.rows, further.rows) }));
  };
  return { rows, total, failed: error !== null, more: () => void (data ? next() : again()) };
}
