import { fail } from '../../kit/base/errors.ts';
import { isTooSlow } from '../../kit/database/database.ts';
import { slowQueries } from '../../kit/ops/measures.ts';

/** Time limit of a part of the home page; generous, because on a busy machine waiting is better than an empty part. */
export const PATIENCE_MS = 8000;

/** Refuses counts that took too long in words that ask for no filter, because these screens have none. */
export async function inPatience<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (!isTooSlow(error)) throw error;
    slowQueries.add({});
    return fail('COUNT_TOO_SLOW');
  }
}

/** What was counted in time, and whether something was not. */
export async function countedInTime<T>(counts: readonly Promise<T | null>[]): Promise<{ found: T[]; late: boolean }> {
  const settled = await Promise.allSettled(counts);
  const found: T[] = [];
  let late = false;
  for (const outcome of settled) {
    if (outcome.status === 'fulfilled') {
      if (outcome.value !== null) found.push(outcome.value);
    } else {
      if (!isTooSlow(outcome.reason)) throw outcome.reason;
      slowQueries.add({});
      late = true;
    }
  }
  return { found, late };
}
