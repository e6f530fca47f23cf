import { useEffect, useState } from 'react';

/** By then the first screen is there. */
const START_MS = 4000;

/** Whether the page has started: for parts that must not take the network from its first screen. */
export function useAfterStart(): boolean {
  const [started, setStarted] = useState(() => performance.now() > START_MS);
  useEffect(() => {
    if (started) return;
    const timer = setTimeout(() => setStarted(true), START_MS - performance.now());
    return () => clearTimeout(timer);
  }, [started]);
  return started;
}
