import { setImmediate as turn } from 'node:timers/promises';

/** How long one piece of work holds the loop: others are answered in between. */
const SLICE_MS = 8;

/** Does something to each item and lets the loop turn in between; ends early when `stop` says so. */
export async function inSlices<T>(items: Iterable<T>, run: (item: T) => void, stop = () => false): Promise<void> {
  let begun = performance.now();
  for (const item of items) {
    if (performance.now() - begun > SLICE_MS) {
      await turn();
      if (stop()) return;
      begun = performance.now();
    }
    run(item);
  }
}
