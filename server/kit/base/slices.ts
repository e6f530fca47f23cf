import { setImmediate as turn } from 'node:timers/promises';

/** How long one slice may block the event loop before other requests get a turn. */
const SLICE_MS = 8;

/** Runs a function on each item and yields to the event loop between slices. Ends early when `stop` returns true. */
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
