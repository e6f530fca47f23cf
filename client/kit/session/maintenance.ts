import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { atom } from 'jotai';
import { store } from '../base/store.ts';
import { onRefusal, request } from '../http/api.ts';
import { now } from '../http/clock.ts';

/** Maintenance state of the server. */
export interface Maintenance {
  maintenance: boolean;
  /** Written by whoever switched it on; if empty, the page has a default text. */
  message: string;
  until: string | null;
  /** Announced start. */
  from: string | null;
  /** Whether the reader may continue to work: support, internal admins. */
  passes: boolean;
  /** Version that a change must be based on. */
  version: number;
}

const OFF: Maintenance = { maintenance: false, message: '', until: null, from: null, passes: true, version: 0 };
export const maintenanceAtom = atom<Maintenance>(OFF);

const AGAIN = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Loads the state; repeatedly during maintenance, because users who are not signed in get no events. */
export async function checkMaintenance(): Promise<void> {
  clearTimeout(timer);
  const answer = await request<Maintenance>('GET', '/check-maintenance').catch(() => null);
  if (answer) store.set(maintenanceAtom, answer.data);
  clearTimeout(timer);
  const { maintenance, from } = store.get(maintenanceAtom);
  const begins = from ? Date.parse(from) - now() : Number.POSITIVE_INFINITY;
  if (maintenance) timer = setTimeout(() => void checkMaintenance(), AGAIN);
  else if (begins < DAY_MS) timer = setTimeout(() => void checkMaintenance(), Math.max(500, begins));
}

/** Loads the state when a call is refused because of maintenance. Returns a function to stop. */
export function watchMaintenance(): () => void {
  return onRefusal(({ code }) => {
    if (code === 'MAINTENANCE' && !store.get(maintenanceAtom).maintenance) void checkMaintenance();
  });
}
