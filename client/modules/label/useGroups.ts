import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { request } from '../../kit/api.ts';
import { followModule } from '../../kit/live.ts';
import { scopeAtom } from '../../kit/session.ts';
import { later } from '../../kit/timing.ts';
import type { Group } from './tree.ts';

/** All groups with their labels counted, live; null until they were read. */
export function useGroups(): { groups: readonly Group[] | null; failed: boolean; reload: () => void } {
  const scope = useAtomValue(scopeAtom);
  const [groups, setGroups] = useState<readonly Group[] | null>(null);
  const [failed, setFailed] = useState(false);
  const read = useCallback(
    () =>
      request<Group[]>('GET', `${labelGroup.path}/tree`, scope).then(
        ({ data }) => {
          setGroups(data);
          setFailed(false);
        },
        () => setFailed(true),
      ),
    [scope],
  );
  useEffect(() => {
    void read();
    // Labels and groups change seldom and are few: after any change of them all is read again.
    const soon = later(() => void read(), 100, 1000);
    const stop = followModule(scope, labelGroup.code, () => soon.soon());
    return () => {
      stop();
      soon.cancel();
    };
  }, [read, scope]);
  return { groups, failed, reload: () => void read() };
}
