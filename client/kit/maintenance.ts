import { atom } from 'jotai';
import { onRefusal, request } from './api.ts';
import { store } from './store.ts';

/** Whether the product is in maintenance, as the server says. */
export interface Maintenance {
  maintenance: boolean;
  /** In the words of whoever switched it on; empty: the page has its own. */
  message: string;
  until: string | null;
  /** The reader works on: support, internal admins. */
  passes: boolean;
}

const OFF: Maintenance = { maintenance: false, message: '', until: null, passes: true };
export const maintenanceAtom = atom<Maintenance>(OFF);

const AGAIN = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks how it stands; while it is on, again and again, since those who are not signed in hear nothing. */
export async function checkMaintenance(): Promise<void> {
  clearTimeout(timer);
  const answer = await request<Maintenance>('GET', '/check-maintenance').catch(() => null);
  if (answer) store.set(maintenanceAtom, answer.data);
  clearTimeout(timer);
  if (store.get(maintenanceAtom).maintenance) timer = setTimeout(() => void checkMaintenance(), AGAIN);
}

/** Asks as soon as a call is refused for it. Answers how to stop. */
export function watchMaintenance(): () => void {
  return onRefusal(({ code }) => {
    if (code === 'MAINTENANCE' && !store.get(maintenanceAtom).maintenance) void checkMaintenance();
  });
}
