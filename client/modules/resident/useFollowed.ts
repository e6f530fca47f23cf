import { resident } from '@lobby/shared/modules/resident.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { request } from '../../kit/api.ts';
import { followModule } from '../../kit/live.ts';
import { scopeAtom } from '../../kit/session.ts';
import { later } from '../../kit/timing.ts';

/** What a call about all residents answers, read again while others change them; null until it was read. */
export function useFollowed<T>(path: string) {
  const scope = useAtomValue(scopeAtom);
  const [data, setData] = useState<readonly T[] | null>(null);
  const [failed, setFailed] = useState(false);
  const read = useCallback(
    () =>
      request<T[]>('GET', path, scope).then(
        answer => {
          setData(answer.data);
          setFailed(false);
        },
        () => setFailed(true),
      ),
    [path, scope],
  );
  useEffect(() => {
    void read();
    const soon = later(() => void read(), 500, 3000);
    const stop = followModule(scope, resident.code, () => soon.soon());
    return () => {
      stop();
      soon.cancel();
    };
  }, [read, scope]);
  return { data, setData, failed, read, scope };
}
