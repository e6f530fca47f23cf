/** Lets so many pieces of work run at once; the others wait in the order they came. */
export function createQueue(atOnce: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // Who waits takes the place over.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
