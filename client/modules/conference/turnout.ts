import { useEffect } from 'react';

const TURNOUT_MS = 1000;

/** Reads again while a vote or an anonymous survey is open: how many have answered is told by no event, since a row of each would say when somebody did. */
export function useTurnout(open: boolean, again: () => unknown): void {
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(() => void again(), TURNOUT_MS);
    return () => clearInterval(timer);
  }, [open, again]);
}
