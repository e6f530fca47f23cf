import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { request } from '../../api.ts';
import { connectionAtom } from '../../connection.ts';
import { followModule } from '../../live.ts';
import { scopeAtom } from '../../session.ts';

/** One entry of the activity: who did what, when. */
export interface Activity {
  id: string;
  at: string;
  actor: { id: string; name: string };
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  version: number;
}

const PAGE = 20;

interface Activities {
  rows: readonly Activity[];
  total: number | null;
  failed: boolean;
  more: () => void;
}

/** The activity of a record, newest first; read again when an event tells of it. */
export function useActivities(definition: Definition, id: string): Activities {
  const scope = useAtomValue(scopeAtom);
  const [rows, setRows] = useState<readonly Activity[]>([]);
  const [total, setTotal] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const { path, code, name } = definition;
  const read = useCallback(
    async (page: number, signal?: AbortSignal) => {
      const query = { page, limit: PAGE };
      try {
        const answer = await request<Activity[]>('GET', `${path}/${id}/activities`, { ...scope, query, signal });
        setTotal(answer.total ?? null);
        setFailed(false);
        setRows(before => {
          const fresh = new Set(answer.data.map(row => row.id));
          const others = before.filter(row => !fresh.has(row.id));
          // Pages shift when something new came meanwhile: what is known already is not shown twice.
          return page === 1 ? [...answer.data, ...others] : [...others, ...answer.data];
        });
      } catch {
        if (!signal?.aborted) setFailed(true);
      }
    },
    [path, id, scope],
  );
  useEffect(() => {
    const abort = new AbortController();
    setRows([]);
    setTotal(null);
    void read(1, abort.signal);
    const stop = followModule(scope, code, notice => {
      const other = notice.kind === 'event' && (notice.event.entity !== name || notice.event.entityId !== id);
      if (!other) void read(1, abort.signal);
    });
    return () => {
      stop();
      abort.abort();
    };
  }, [read, scope, code, name, id]);
  const { since } = useAtomValue(connectionAtom);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be read without a network is read once it is back
  useEffect(() => {
    if (failed) void read(1);
  }, [since, read]);
  return { rows, total, failed, more: () => void read(Math.floor(rows.length / PAGE) + 1) };
}
