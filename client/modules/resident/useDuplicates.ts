import { type ResidentRow, resident } from '@lobby/shared/modules/resident.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { ApiError, request } from '../../kit/api.ts';
import { followModule } from '../../kit/live.ts';
import { scopeAtom } from '../../kit/session.ts';
import { later } from '../../kit/timing.ts';

/** Two residents who may be one person, and why. */
export interface Pair {
  two: readonly [ResidentRow, ResidentRow];
  because: readonly ('unit' | 'birthYear' | 'email')[];
}

interface Duplicates {
  /** Null until they were read. */
  pairs: readonly Pair[] | null;
  failed: boolean;
  reload: () => void;
  /** Merges the second into the first; answers why it was refused. */
  merge: (kept: ResidentRow, other: ResidentRow) => Promise<string | null>;
  /** Says for all that a pair is two people, or takes that back; answers why it was refused. */
  part: (pair: Pair, apart: boolean) => Promise<string | null>;
}

/** Pairs that may be one person each, live while others correct them. */
export function useDuplicates(): Duplicates {
  const scope = useAtomValue(scopeAtom);
  const [pairs, setPairs] = useState<readonly Pair[] | null>(null);
  const [failed, setFailed] = useState(false);
  const read = useCallback(
    () =>
      request<Pair[]>('GET', `${resident.path}/duplicates`, scope).then(
        ({ data }) => {
          setPairs(data);
          setFailed(false);
        },
        () => setFailed(true),
      ),
    [scope],
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
  const merge = async ({ id, version }: ResidentRow, other: ResidentRow) => {
    try {
      await request('PUT', `${resident.path}/${id}/merge`, { ...scope, body: { withId: other.id, version } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await read();
      return error.message;
    }
    // Nobody is shown again who is no more; the rest is read with the event.
    setPairs(before =>
      before === null ? null : before.filter(({ two }) => two.every(one => one.id !== other.id && one.id !== id)),
    );
    void read();
    return null;
  };
  const part = async ({ two: [one, other] }: Pair, apart: boolean) => {
    try {
      await request('PUT', `${resident.path}/${one.id}/two-people`, { ...scope, body: { withId: other.id, apart } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.message;
    } finally {
      await read();
    }
    return null;
  };
  return { pairs, failed, reload: () => void read(), merge, part };
}
