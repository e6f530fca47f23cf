/** Runs at most `atOnce` pieces of work concurrently; the others wait in order of arrival. */
export function createQueue(atOnce: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The waiting work takes over this slot, so `running` stays the same.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
