/** Stop functions of everything started by the test file, or by tests while they run. */
const started = new Set<() => Promise<void>>();

/** Registers a stop function; run after the test file, last one first. */
export const endAfterwards = (stop: () => Promise<void>): void => void started.add(stop);

/** Stops everything, last first; a failure does not prevent the others. */
export async function endStarted(): Promise<void> {
  const stops = [...started].reverse();
  started.clear();
  const failed: unknown[] = [];
  for (const stop of stops) await stop().catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed.length > 1 ? new AggregateError(failed, String(failed)) : failed[0];
}
