import { type Level as Bare, location } from '@lobby/shared/modules/location.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { request } from '../../kit/api.ts';
import { followModule } from '../../kit/live.ts';
import { scopeAtom } from '../../kit/session.ts';
import { later } from '../../kit/timing.ts';

/** A level as it is stored now. */
export type Level = Bare & { version: number };

const AT_ONCE = 100;

/** All levels, those made first on top, live; null until they were read. */
export function useLevels(): { levels: readonly Level[] | null; failed: boolean; reload: () => void } {
  const scope = useAtomValue(scopeAtom);
  const [levels, setLevels] = useState<readonly Level[] | null>(null);
  const [failed, setFailed] = useState(false);
  const read = useCallback(async () => {
    const all: Level[] = [];
    for (let page = 1, more = true; more; page++) {
      const query = { page: String(page), limit: String(AT_ONCE) };
      const { data } = await request<Level[]>('GET', location.path, { ...scope, query });
      all.push(...data);
      more = data.length === AT_ONCE;
    }
    setLevels(all);
    setFailed(false);
  }, [scope]);
  const reload = useCallback(() => void read().catch(() => setFailed(true)), [read]);
  useEffect(() => {
    reload();
    // They change seldom and are few: after any change all are read again.
    const soon = later(reload, 100, 1000);
    const stop = followModule(scope, location.code, soon.soon);
    return () => {
      stop();
      soon.cancel();
    };
  }, [reload, scope]);
  return { levels, failed, reload };
}
