/** The work of requests that is not done yet, whether or not anybody still waits for the answer. */
const underway = new Set<Promise<unknown>>();

/** Counts the work of a request as going on until it ends. */
export function asUnderway<T>(work: Promise<T>): Promise<T> {
  underway.add(work);
  const end = () => underway.delete(work);
  work.then(end, end);
  return work;
}

/** Comes when no request is worked on any more: what it works with may be closed then. */
export async function noneUnderway(): Promise<void> {
  while (underway.size > 0) await Promise.allSettled(underway);
}
