import { useEffect, useRef, useState } from 'react';
import { call } from './api.ts';
import { BOOKINGS } from './bookings.ts';

interface Held {
  holdId: string;
  until: string;
}
const HOLDS = `${BOOKINGS}/hold`;
/** Choosing on is not told each time. */
const SETTLED_MS = 600;
/** So long before its end a hold is prolonged, once. */
const PROLONGED_MS = 5000;

const left = (until: string) => Math.max(0, Math.round((Date.parse(until) - Date.now()) / 1000));

/** Holds slots while their form is open, prolonged once: the hold and the seconds that are left of it; null where nothing is held. */
export function useHeld(asked: string | null) {
  const [held, setHeld] = useState<Held | null>(null);
  const [seconds, setSeconds] = useState(0);
  const prolonged = useRef(false);
  const last = useRef<Held | null>(null);
  last.current = held;
  useEffect(() => {
    prolonged.current = false;
    if (!asked) return setHeld(null);
    let latest = true;
    const timer = setTimeout(() => {
      call<Held>(HOLDS, { method: 'POST', body: JSON.parse(asked) }).then(
        found => latest && setHeld(found),
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
      call<Held>(HOLDS, { method: 'POST', body: JSON.parse(asked) }).then(setHeld, () => {});
    };
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [held, asked]);
  /** Given back by who leaves; what was booked is held no longer by itself. */
  const giveBack = useRef(() => {
    const own = last.current;
    if (own && left(own.until) > 0) void call(`${HOLDS}/${own.holdId}`, { method: 'DELETE' }).catch(() => {});
  });
  const booked = useRef(false);
  const none = asked === null;
  useEffect(() => {
    if (none) return;
    const give = giveBack.current;
    return () => {
      if (!booked.current) give();
    };
  }, [none]);
  return {
    held,
    seconds,
    /** The hold became a booking. */
    done: () => {
      booked.current = true;
    },
  };
}
