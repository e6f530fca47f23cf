import { type ResidentRow, resident } from '@lobby/shared/modules/resident.ts';
import { useAtomValue } from 'jotai';
import { ApiError, request } from '../../kit/http/api.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { useFollowed } from './useFollowed.ts';

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
  merge: (kept: ResidentRow, other: ResidentRow) => Promise<ApiError | null>;
  /** Says for all that a pair is two people, or takes that back; answers why it was refused. */
  part: (pair: Pair, apart: boolean) => Promise<ApiError | null>;
}

/** Pairs that may be one person each, live while others correct them. */
export function useDuplicates(): Duplicates {
  const scope = useAtomValue(scopeAtom);
  const { data: pairs, error, again, change } = useFollowed<Pair>(`${resident.path}/duplicates`);
  const merge = async ({ id, version }: ResidentRow, other: ResidentRow) => {
    try {
      await request('PUT', `${resident.path}/${id}/merge`, { ...scope, body: { withId: other.id, version } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await again();
      return error;
    }
    // Nobody is shown again who is no more; the rest is read with the event.
    change(before => before.filter(({ two }) => two.every(one => one.id !== other.id && one.id !== id)));
    void again();
    return null;
  };
  const part = async ({ two: [one, other] }: Pair, apart: boolean) => {
    try {
      await request('PUT', `${resident.path}/${one.id}/two-people`, { ...scope, body: { withId: other.id, apart } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error;
    } finally {
      await again();
    }
    return null;
  };
  return { pairs, failed: error !== null, reload: () => void again(), merge, part };
}
