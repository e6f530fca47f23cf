import { log } from './log.ts';

/** Work that waits in the database, taken up in the background. */
export interface Soon {
  /** Begins a moment from now; what is asked for while a turn goes on gets a turn of its own. */
  ask: () => void;
  /** Waits for the turn that goes on, and begins no other. */
  end: () => Promise<void>;
}

/** Turns that may fail one after another before the work is left to the job of every minute. */
const MOST_FAILURES = 4;
const AGAIN_MS = 500;

/** Takes work up after `pause` ms, one turn at a time; a turn that fails is tried again, each time later. The work itself is kept in the database. */
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
