import { useEffect, useRef, useState } from 'react';

export interface Held {
  holdId: string;
  until: string;
}
/** How slots are held and given back: staff and residents call the server in ways of their own. */
export interface HoldCalls {
  hold: (asked: string) => Promise<Held>;
  giveBack: (held: Held) => Promise<unknown>;
}
/** Choosing on is not told each time. */
const SETTLED_MS = 600;
/** So long before its end a hold is prolonged, once. */
const PROLONGED_MS = 5000;

const left = (until: string) => Math.max(0, Math.round((Date.parse(until) - Date.now()) / 1000));
/** Minutes and seconds: 4:05. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * Holds slots while their form is open, prolonged once and given back by who leaves: the hold and the seconds that are left of it, null where nothing
 * is held. `wanted`: undefined while it is not known whether they can be had.
 */
export function useHeld(wanted: string | null | undefined, calls: HoldCalls): { held: Held | null; seconds: number } {
  const [held, setHeld] = useState<Held | null>(null);
  const [seconds, setSeconds] = useState(0);
  const prolonged = useRef(false);
  const last = useRef<Held | null>(null);
  const by = useRef(calls);
  const known = useRef<string | null>(null);
  const asked = wanted === undefined ? known.current : wanted;
  known.current = asked;
  last.current = held;
  by.current = calls;
  useEffect(() => {
    prolonged.current = false;
    if (!asked) return setHeld(null);
    let latest = true;
    const timer = setTimeout(() => {
      by.current.hold(asked).then(
        found => latest && setHeld(found),
        // What refuses it says the price already.
        () => latest && setHeld(null),
      );
    }, SETTLED_MS);
    return () => {
      latest = false;
      clearTimeout(timer);
    };
  }, [asked]);
  useEffect(() => {
    if (!held) return;
    const tick = () => {
      const rest = left(held.until);
      setSeconds(rest);
      if (rest * 1000 > PROLONGED_MS || rest === 0 || prolonged.current || !asked) return;
      prolonged.current = true;
      by.current.hold(asked).then(setHeld, () => {});
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [held, asked]);
  const none = asked === null;
  useEffect(() => {
    if (none) return;
    return () => {
      const own = last.current;
      if (own && left(own.until) > 0) void by.current.giveBack(own).catch(() => {});
    };
  }, [none]);
  return { held, seconds };
}
