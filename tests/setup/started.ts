/** What was started for this file of tests; a test may start more while it runs. */
const started = new Set<() => Promise<void>>();

/** Has something ended after the tests of the file, before what was started earlier. */
export const endAfterwards = (stop: () => Promise<void>): void => void started.add(stop);

/** Ends all that, the last first, whatever fails on the way. */
export async function endStarted(): Promise<void> {
  const stops = [...started].reverse();
  started.clear();
  const errors: unknown[] = [];
  for (const stop of stops) await stop().catch((error: unknown) => void errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, `not ended: ${errors.map(String).join('; ')}`);
}
