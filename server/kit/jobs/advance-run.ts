import { log } from '../ops/log.ts';
import { isOvertaken } from '../store/overtaken.ts';
import { backOff } from '../store/save.ts';

/** Refusals and conflicts in a row after which a run waits for the next job. */
const MOST_ATTEMPTS = 20;

interface Advance<R extends { _id: string }, T> {
  /** The run as it stands; null once it is over. */
  load: () => Promise<R | null>;
  /** What comes next, up to the size of a chunk. */
  loadNext: (run: R) => Promise<readonly T[]>;
  /** Processes a chunk; its results and the run's progress share a transaction, so that crashes or concurrent servers do nothing twice. */
  process: (run: R, chunk: readonly T[]) => Promise<unknown>;
  /** Ends a run that has nothing left. */
  finish?: (run: R) => Promise<unknown>;
}

/**
 * Continues a run chunk by chunk to its end; returns the number of chunks. After a refusal or a conflict, as when another server was quicker, the run is
 * loaded again and goes on from where it stands, with growing pauses; one that meets nothing else throws it and waits for the next job.
 */
export async function advanceRun<R extends { _id: string }, T>({
  load,
  loadNext,
  process,
  finish,
}: Advance<R, T>): Promise<number> {
  let attempts = 0;
  for (let chunks = 0; ; ) {
    const run = await load();
    if (!run) return chunks;
    try {
      const chunk = await loadNext(run);
      if (chunk.length === 0) {
        await finish?.(run);
        return chunks;
      }
      await process(run, chunk);
      chunks++;
      attempts = 0;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      if (++attempts >= MOST_ATTEMPTS) {
        log.warn(
          { run: run._id, refusal: String(error) },
          'a run is refused again and again and waits for its next turn',
        );
        throw error;
      }
      await backOff(attempts);
    }
  }
}
