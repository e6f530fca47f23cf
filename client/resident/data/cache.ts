import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { clear, createStore, delMany, entries, get, set } from 'idb-keyval';

/**
 * Responses available offline: the resident's own pages and conversations. Files are not stored, so no image of a document
 * or face stays on the device.
 */
const KEPT = [
  /^\/resident\/(home|profile)$/,
  /^\/histories\/count-badges/,
  /^\/(pms\/helpdesk|rooms|room-topic|announcement|news|visitor|hotline|bill|parcel|poll)\b/,
  /^\/unit-group\/\w+\/contact$/,
];
const UNUSED_MS = 30 * DAY_MS;

interface Entry {
  at: number;
  data: unknown;
}
const store = createStore('resident-readings', 'readings');
/** Whose responses are stored: a resident and unit. */
let owner = '';

export const readAs = (residentId: string | null, unitId: string | null): void => {
  owner = residentId && unitId ? `${residentId}.${unitId}` : '';
};

const keyOf = (path: string) => `${owner} ${path}`;
const isKept = (path: string) => owner !== '' && KEPT.some(pattern => pattern.test(path));

/** Stores the server's response for a path; failures of the browser's storage are ignored. */
export function keepReading(path: string, data: unknown): void {
  if (isKept(path)) void set(keyOf(path), { at: Date.now(), data } satisfies Entry, store).catch(() => null);
}

/** Returns the latest response for a path to this person in this home; null if none is stored. */
export async function keptReading<T>(path: string): Promise<T | null> {
  if (!isKept(path)) return null;
  const found = await get<Entry>(keyOf(path), store).catch(() => undefined);
  return found ? (found.data as T) : null;
}

/** Deletes all stored responses when the session ends. */
export const forgetReadings = (): void => void clear(store).catch(() => null);

/** Deletes stored responses of homes that the user no longer has, and those that were not used lately. */
export async function sweepReadings(residentIds: readonly string[], unitIds: readonly string[]): Promise<void> {
  const old = Date.now() - UNUSED_MS;
  const all = await entries<string, Entry>(store).catch(() => []);
  const gone = all.filter(([key, { at }]) => {
    const [resident = '', unit = ''] = key.split(' ')[0]?.split('.') ?? [];
    return at < old || (residentIds.includes(resident) && !unitIds.includes(unit));
  });
  const keys = gone.map(([key]) => key);
  if (keys.length > 0) await delMany(keys, store).catch(() => null);
}
