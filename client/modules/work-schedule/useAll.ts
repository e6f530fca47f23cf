import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { request } from '../../kit/api.ts';
import { followModule } from '../../kit/live.ts';
import { scopeAtom } from '../../kit/session.ts';
import { later } from '../../kit/timing.ts';

const AT_ONCE = 100;

/** All records of a definition with few of them, or those that a filter finds, live; null until they were read. `filter` is part of a query string. */
export function useAll<R>(
  definition: Definition,
  filter = '',
): { rows: readonly R[] | null; failed: boolean; reload: () => void } {
  const scope = useAtomValue(scopeAtom);
  const [rows, setRows] = useState<readonly R[] | null>(null);
  const [failed, setFailed] = useState(false);
  const read = useCallback(async () => {
    const all: R[] = [];
    for (let page = 1, more = true; more; page++) {
      const path = `${definition.path}?page=${page}&limit=${AT_ONCE}${filter}`;
      const { data } = await request<R[]>('GET', path, scope);
      all.push(...data);
      more = data.length === AT_ONCE;
    }
    setRows(all);
    setFailed(false);
  }, [scope, definition, filter]);
  const reload = useCallback(() => void read().catch(() => setFailed(true)), [read]);
  useEffect(() => {
    reload();
    const soon = later(reload, 100, 1000);
    const stop = followModule(scope, definition.code, soon.soon);
    return () => {
      stop();
      soon.cancel();
    };
  }, [reload, scope, definition]);
  return { rows, failed, reload };
}
