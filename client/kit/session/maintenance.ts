import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { atom } from 'jotai';
import { store } from '../base/store.ts';
import { onRefusal, request } from '../http/api.ts';
import { now } from '../http/clock.ts';

/** Whether the product is in maintenance, as the server says. */
export interface Maintenance {
  maintenance: boolean;
  /** In the words of whoever switched it on; empty: the page has its own. */
  message: string;
  until: string | null;
  /** When it begins, where it is announced. */
  from: string | null;
  /** The reader works on: support, internal admins. */
  passes: boolean;
  /** What a change of it must be based on. */
  version: number;
}

const OFF: Maintenance = { maintenance: false, message: '', until: null, from: null, passes: true, version: 0 };
export const maintenanceAtom = atom<Maintenance>(OFF);

const AGAIN = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks how it stands; while it is on, again and again, since those who are not signed in hear nothing. */
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

/** Asks as soon as a call is refused for it. Answers how to stop. */
export function watchMaintenance(): () => void {
  return onRefusal(({ code }) => {
    if (code === 'MAINTENANCE' && !store.get(maintenanceAtom).maintenance) void checkMaintenance();
  });
}
