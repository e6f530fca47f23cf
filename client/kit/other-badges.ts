import { useEffect, useState } from 'react';
import { request } from './api.ts';
import { myUserId } from './session.ts';

/** How much waits in each of several projects, asked when the list is not empty and shown; nothing where that fails. */
export function useOtherBadges(projectIds: readonly string[], shown: boolean): Readonly<Record<string, number>> {
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  const ids = projectIds.join();
  useEffect(() => {
    if (!shown || !ids) return;
    const stop = new AbortController();
    const body = { unitGroupIds: ids.split(','), userId: myUserId() ?? undefined };
    request<Record<string, Record<string, number>>>('POST', '/histories/count-badges/multi-unit-group', {
      body,
      signal: stop.signal,
    }).then(
      ({ data }) => setCounts(Object.fromEntries(Object.entries(data).map(([id, badges]) => [id, sumOf(badges)]))),
      () => stop.signal.aborted || setCounts({}),
    );
    return () => stop.abort();
  }, [ids, shown]);
  return counts;
}

const sumOf = (badges: Readonly<Record<string, number>>) => Object.values(badges).reduce((sum, one) => sum + one, 0);
