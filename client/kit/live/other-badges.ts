import { useEffect } from 'react';
import { type Call, request } from '../http/api.ts';
import { myUserId } from '../session/session.ts';
import { onSaid } from './socket.ts';
import { useQuery } from './useQuery.ts';

type Counts = Readonly<Record<string, number>>;

const NONE: Counts = {};
const OF_ALL = {};

const sumOf = (badges: Counts) => Object.values(badges).reduce((sum, count) => sum + count, 0);

/** The sum of the badges of each project, read while the list is shown and not empty; empty on failure. */
export function useOtherBadges(projectIds: readonly string[], shown: boolean): Counts {
  const read = async (path: string, { query, ...call }: Call): Promise<Counts> => {
    const body = { unitGroupIds: projectIds, userId: myUserId() ?? undefined };
    const { data } = await request<Record<string, Counts>>('POST', path, { ...call, body });
    return Object.fromEntries(Object.entries(data).map(([id, badges]) => [id, sumOf(badges)]));
  };
  const path = shown && projectIds.length > 0 ? '/histories/count-badges/multi-unit-group' : null;
  const { data, error, again } = useQuery(path, { scope: OF_ALL, query: { projectIds }, read });
  const key = projectIds.join();
  useEffect(
    () => onSaid<{ projectId: string }>('badges', ({ projectId }) => void (key.includes(projectId) && again())),
    [key, again],
  );
  return (!error && data) || NONE;
}
