import { type ResidentRow, resident } from '@lobby/shared/modules/resident.ts';
import { useAtomValue } from 'jotai';
import { ApiError, request } from '../../kit/http/api.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { useFollowed } from './useFollowed.ts';

/** Two residents who may be one person, with the reasons. */
export interface Pair {
  two: readonly [ResidentRow, ResidentRow];
  because: readonly ('unit' | 'birthYear' | 'email')[];
}

interface Duplicates {
  /** Null while loading. */
  pairs: readonly Pair[] | null;
  failed: boolean;
  reload: () => void;
  /** Merges the second into the first; returns the refusal or null. */
  merge: (kept: ResidentRow, other: ResidentRow) => Promise<ApiError | null>;
  /** Marks a pair as two people, or undoes that; returns the refusal or null. */
  part: (pair: Pair, apart: boolean) => Promise<ApiError | null>;
}

/** Possible duplicates of residents; live. */
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
    // Removes pairs of the merged records at once; the event reloads the rest.
    change(before => before.filter(({ two }) => two.every(person => person.id !== other.id && person.id !== id)));
    void again();
    return null;
  };
  const part = async ({ two: [first, other] }: Pair, apart: boolean) => {
    try {
      await request('PUT', `${resident.path}/${first.id}/two-people`, { ...scope, body: { withId: other.id, apart } });
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
