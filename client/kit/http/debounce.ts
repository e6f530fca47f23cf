/** A debounced function. */
export interface Debounced {
  /** Runs after the pause; further calls delay it, up to a limit. */
  soon: () => void;
  /** Runs at once. */
  now: () => void;
  cancel: () => void;
}

/** Runs `run` once `quiet` ms after the last call, at the latest `most` ms after the first. */
export function debounce(run: () => void, quiet: number, most = quiet): Debounced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first = 0;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const now = () => {
    cancel();
    run();
  };
  const soon = () => {
    if (!timer) first = Date.now();
    clearTimeout(timer);
    timer = setTimeout(now, Math.max(0, Math.min(quiet, first + most - Date.now())));
  };
  return { soon, now, cancel };
}
