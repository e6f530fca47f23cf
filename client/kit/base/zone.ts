export const DEFAULT_ZONE = 'Asia/Ho_Chi_Minh';

const listeners = new Set<() => void>();
let zone = DEFAULT_ZONE;

/** The time zone of the project that is open: days and times on the screen are its own. */
export const zoneNow = (): string => zone;

/** Sets the time zone of the project that is open; all dates on the screen follow. */
export function setZone(name: string): void {
  zone = name;
  for (const listener of listeners) listener();
}

/** Calls back when it is another. */
export function onZone(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
