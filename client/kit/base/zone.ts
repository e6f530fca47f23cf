import { VIETNAM } from '@lobby/shared/kit/dates.ts';

const listeners = new Set<() => void>();
let zone = VIETNAM;

/** Time zone of the open project, in which all days and times are shown. */
export const zoneNow = (): string => zone;

/** Sets the time zone of the open project; all shown dates follow. */
export function setZone(name: string): void {
  zone = name;
  for (const listener of listeners) listener();
}

/** Calls back when the time zone changes. */
export function onZone(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
