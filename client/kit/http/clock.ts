import { useSyncExternalStore } from 'react';

const TICK = 10_000;
const listeners = new Set<() => void>();
let offset = 0;
let timer: ReturnType<typeof setInterval> | undefined;
let tick = Date.now();

function beat() {
  tick = now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (!timer) {
    tick = now();
    timer = setInterval(beat, TICK);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The server's time in ms; an office PC's own clock may be minutes off. */
export function now(): number {
  return Date.now() + offset;
}

/** Takes the server's time from an answer, as ms or text. */
export function correctClock(server: string | number): void {
  const at = new Date(server).getTime();
  if (Number.isNaN(at)) return;
  offset = at - Date.now();
  beat();
}

/** The result of `read` for the current time, updated continuously; the component renders again only when the result changes. */
export function useClock<T extends string | number | boolean>(read: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => read(timer ? tick : now()));
}
