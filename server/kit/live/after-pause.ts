import { log } from '../ops/log.ts';

const PAUSE_MS = 300;

/**
 * What is counted and told a moment after it changed: many changes of a key at once are one run, and the runs of a key follow each other, so that
 * what is told last is what is true.
 * @returns tells that a key has changed; `run` gets what was given with the first change that it answers
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
