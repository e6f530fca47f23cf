import { log } from './log.ts';

/** Background work on items that wait in the database. */
export interface Soon {
  /** Starts after a short pause. Calls during a turn cause another turn. */
  ask: () => void;
  /** Waits for the current turn and starts no other. */
  end: () => Promise<void>;
}

/** Consecutive failures before the work is left to the job of every minute. */
const MOST_FAILURES = 4;
const AGAIN_MS = 500;

/**
 * Starts work after `pause` ms, one turn at a time. A failed turn is retried with growing pauses. The items themselves are
 * stored in the database.
 */
export function soon(what: string, pause: () => number, turn: () => Promise<unknown>): Soon {
  let running: Promise<void> | null = null;
  let wanted = false;
  let ending = false;
  async function turns(): Promise<void> {
    for (let failures = 0; wanted; ) {
      await new Promise(done => setTimeout(done, pause() + failures * AGAIN_MS));
      wanted = false;
      try {
        await turn();
        failures = 0;
      } catch (error) {
        log.error({ error: String(error) }, `${what} could not be taken up`);
        wanted ||= !ending && ++failures < MOST_FAILURES;
      }
    }
    running = null;
  }
  return {
    ask() {
      wanted = true;
      ending = false;
      running ??= turns();
    },
    async end() {
      wanted = false;
      ending = true;
      await running;
    },
  };
}
