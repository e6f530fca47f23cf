import { log } from '../ops/log.ts';

const PAUSE_MS = 300;

/**
 * Debounces work per key: many changes at once cause one run, and the runs of a key do not overlap, so that the last message
 * sent is the current state.
 * @returns a function to call when a key has changed; `run` gets the argument of the first change it covers
 */
export function afterPause<T>(failure: string, run: (about: T) => Promise<void>): (key: string, about: T) => void {
  const states = new Map<string, { running: boolean; again: boolean }>();
  const begin = (key: string, about: T): void => {
    const state = { running: false, again: false };
    states.set(key, state);
    setTimeout(async () => {
      state.running = true;
      await run(about).catch(error => log.warn({ error: String(error) }, failure));
      states.delete(key);
      if (state.again) begin(key, about);
    }, PAUSE_MS);
  };
  return (key, about) => {
    const state = states.get(key);
    if (!state) begin(key, about);
    else if (state.running) state.again = true;
  };
}
