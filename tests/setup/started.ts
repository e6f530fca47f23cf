/** What was started for this file of tests; a test may start more while it runs. */
const started = new Set<() => Promise<void>>();

/** Has something ended after the tests of the file, before what was started earlier. */
export const endAfterwards = (stop: () => Promise<void>): void => void started.add(stop);

/** Ends all that, the last first. */
export async function endStarted(): Promise<void> {
  for (const stop of [...started].reverse()) await stop();
  started.clear();
}
