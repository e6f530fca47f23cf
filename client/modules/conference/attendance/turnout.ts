import { useEffect } from 'react';

const TURNOUT_MS = 1000;

/** Polls while a vote or anonymous survey is open. Ballots cause no events, since these would reveal who voted when. */
export function useTurnout(open: boolean, again: () => unknown): void {
  useEffect(() => {
    if (!open) return;
    const timer = setInterval(() => void again(), TURNOUT_MS);
    return () => clearInterval(timer);
  }, [open, again]);
}
