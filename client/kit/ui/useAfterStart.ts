import { useEffect, useState } from 'react';

/** Time in ms by which the first screen is usually loaded. */
const START_MS = 4000;

/** Whether the page has started; used to delay parts that would compete with the first screen for the network. */
export function useAfterStart(): boolean {
  const [started, setStarted] = useState(() => performance.now() > START_MS);
  useEffect(() => {
    if (started) return;
    const timer = setTimeout(() => setStarted(true), START_MS - performance.now());
    return () => clearTimeout(timer);
  }, [started]);
  return started;
}
