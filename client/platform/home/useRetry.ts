import { useEffect } from 'react';

/** Time after which a read that a busy server did not finish is tried again. */
const RETRY_MS = 10_000;

/** Reads again until the server had time. */
export function useRetry(wanting: boolean, again: () => Promise<void>): void {
  useEffect(() => {
    if (!wanting) return;
    const timer = setInterval(() => void again(), RETRY_MS);
    return () => clearInterval(timer);
  }, [wanting, again]);
}
