import { type ResidentRow, resident } from '@lobby/shared/modules/resident.ts';
import { ApiError, request } from '../../kit/api.ts';
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
  merge: (kept: ResidentRow, other: ResidentRow) => Promise<string | null>;
  /** Says for all that a pair is two people, or takes that back; answers why it was refused. */
  part: (pair: Pair, apart: boolean) => Promise<string | null>;
}

/** Pairs that may be one person each, live while others correct them. */
export function useDuplicates(): Duplicates {
  const { data: pairs, setData: setPairs, failed, read, scope } = useFollowed<Pair>(`${resident.path}/duplicates`);
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
