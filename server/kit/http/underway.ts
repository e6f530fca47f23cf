/** Work of requests that has not ended, even if the client is gone. */
const underway = new Set<Promise<unknown>>();

/** Tracks the work of a request until it ends. */
export function asUnderway<T>(work: Promise<T>): Promise<T> {
  underway.add(work);
  const end = () => underway.delete(work);
  work.then(end, end);
  return work;
}

/** Resolves when no request is being worked on, so that its resources may be closed. */
export async function noneUnderway(): Promise<void> {
  while (underway.size > 0) await Promise.allSettled(underway);
}
