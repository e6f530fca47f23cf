/** What was started for this file of tests; a test may start more while it runs. */
const started = new Set<() => Promise<void>>();

/** Has something ended after the tests of the file, before what was started earlier. */
export const endAfterwards = (stop: () => Promise<void>): void => void started.add(stop);

/** Ends all that, the last first; one that cannot be ended keeps none of the others. */
export async function endStarted(): Promise<void> {
  const stops = [...started].reverse();
  started.clear();
  const failed: unknown[] = [];
  for (const stop of stops) await stop().catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed.length > 1 ? new AggregateError(failed, String(failed)) : failed[0];
}
