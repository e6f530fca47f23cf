import { setTimeout as delay } from 'node:timers/promises';

/** Work that follows changes of this server, for readers who wait until it has caught up with them. */
export interface CatchUp {
  /** Notes a change that has to be followed. */
  fallBehind: () => void;
  /** Follows all changes so far, one turn after another; throws what the turn throws, and is behind then. */
  run: () => Promise<void>;
  /** Waits until the changes noted so far are followed, at most `patience` ms. */
  caughtUp: (patience: number) => Promise<void>;
}

export function catchUp(follow: () => Promise<void>): CatchUp {
  let last: Promise<void> = Promise.resolve();
  let isBehind = false;
  let running = 0;
  function run(): Promise<void> {
    running++;
    const turn = async () => {
      isBehind = false;
      try {
        await follow();
      } catch (error) {
        isBehind = true;
        throw error;
      } finally {
        running--;
      }
    };
    last = last.then(turn, turn);
    return last;
  }
  return {
    fallBehind() {
      isBehind = true;
    },
    run,
    async caughtUp(patience) {
      if (!isBehind && running === 0) return;
      // A turn that has begun holds changes that are not stored yet.
      const following = isBehind ? run() : last;
      await Promise.race([following.catch(() => {}), delay(patience, undefined, { ref: false })]);
    },
  };
}
