import { useEffect, useRef, useState } from 'react';

export interface Held {
  holdId: string;
  until: string;
}
/** Requests to hold and release slots: staff and residents use different endpoints. */
export interface HoldCalls {
  hold: (asked: string) => Promise<Held>;
  giveBack: (held: Held) => Promise<unknown>;
}
/** Delay in ms before a changed choice is held. */
const SETTLED_MS = 600;
/** Time in ms before its end at which a hold is extended, once. */
const PROLONGED_MS = 5000;

const left = (until: string) => Math.max(0, Math.round((Date.parse(until) - Date.now()) / 1000));
/** Minutes and seconds, like 4:05. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/**
 * Holds slots while their form is open; the hold is extended once and released on leaving. Returns the hold, null if
 * there is none, and its remaining seconds. `wanted`: undefined until it is known whether the slots are free.
 */
export function useHeld(wanted: string | null | undefined, calls: HoldCalls): { held: Held | null; seconds: number } {
  const [held, setHeld] = useState<Held | null>(null);
  const [seconds, setSeconds] = useState(0);
  const prolonged = useRef(false);
  const last = useRef<Held | null>(null);
  const by = useRef(calls);
  const previous = useRef<string | null>(null);
  const request = wanted === undefined ? previous.current : wanted;
  previous.current = request;
  last.current = held;
  by.current = calls;
  useEffect(() => {
    prolonged.current = false;
    if (!request) return setHeld(null);
    let latest = true;
    const timer = setTimeout(() => {
      by.current.hold(request).then(
        found => latest && setHeld(found),
        // The price box already shows the reason of a refusal.
        () => latest && setHeld(null),
      );
    }, SETTLED_MS);
    return () => {
      latest = false;
      clearTimeout(timer);
    };
  }, [request]);
  useEffect(() => {
    if (!held) return;
    const tick = () => {
      const rest = left(held.until);
      setSeconds(rest);
      if (rest * 1000 > PROLONGED_MS || rest === 0 || prolonged.current || !request) return;
      prolonged.current = true;
      by.current.hold(request).then(setHeld, () => {});
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [held, request]);
  const none = request === null;
  useEffect(() => {
    if (none) return;
    return () => {
      const hold = last.current;
      if (hold && left(hold.until) > 0) void by.current.giveBack(hold).catch(() => {});
    };
  }, [none]);
  return { held, seconds };
}
