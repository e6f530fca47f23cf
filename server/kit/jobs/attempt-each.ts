import { Refusal } from '../base/errors.ts';
import { isUnreachable } from '../database/unreachable.ts';
import { log } from '../ops/log.ts';
import { VersionConflict } from '../store/save.ts';

/** What went wrong with some of many, after all have had their turn. */
class AttemptsFailed extends AggregateError {}

const nameOf = (item: unknown): object =>
  item && typeof item === 'object' && '_id' in item
    ? { record: item._id }
    : { part: String(Object(item).name ?? item) };

function countOf(answer: unknown): number {
  if (typeof answer === 'number') return answer;
  return answer ? 1 : 0;
}

/**
 * Does a piece of work for each of several records, projects or steps that do not depend on each other, in sequence: one that fails does not stop those
 * after it. What is refused or was changed concurrently is left to the next turn; after another error the whole fails at the end.
 * Returns how much was done: the sum of the numbers that the work answers, any other answer but `false`, `null` and `undefined` as one.
 */
export async function attemptEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
  describe: (item: T) => object = nameOf,
): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  const refused: object[] = [];
  for await (const item of items) {
    try {
      done += countOf(await work(item));
    } catch (error) {
      // Nothing that comes after it would be answered either.
      if (isUnreachable(error)) throw error;
      if (error instanceof Refusal) refused.push({ ...describe(item), code: error.code });
      else if (!(error instanceof VersionConflict)) {
        failures.push(...(error instanceof AttemptsFailed ? error.errors : [error]));
        log.error({ ...describe(item), error: error instanceof Error ? error.stack : String(error) }, 'work failed');
      }
    }
  }
  if (refused.length > 0) log.info({ refused: refused.length, first: refused[0] }, 'work is left to its next turn');
  if (failures.length > 0) throw new AttemptsFailed(failures, `${failures.length} failed, the first: ${failures[0]}`);
  return done;
}
