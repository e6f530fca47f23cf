import { addDays, addMonths, dayOf, instantAt, MINUTE_MS, startOfDay } from '@lobby/shared/kit/dates.ts';
import { isIn } from '@lobby/shared/kit/is-in.ts';
import { LATE, OPEN_TASKS, type task } from '@lobby/shared/modules/task.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';

/** Whether a task is not ended. */
export const isOpen = ({ status }: Pick<Doc<typeof task>, 'status'>): boolean => isIn(status, OPEN_TASKS);

/** A stored or received time as Date; null for none. */
export const moment = (value: Values<typeof task>['dueAt']): Date | null => (value ? new Date(value) : null);

/** Whether a task is late at a moment: open, not on expiry, and past its due time. */
export function isLate({ status, dueAt }: Pick<Values<typeof task>, 'status' | 'dueAt'>, now: Date): boolean {
  const due = moment(dueAt);
  return due !== null && due <= now && (status === undefined || isIn(status, LATE));
}

/** Progress by ended subtasks, rounded down; at most 99 until the task itself is completed. */
export const progressOf = (ended: number, all: number): number =>
  all === 0 ? 0 : Math.min(99, Math.floor((100 * ended) / all));

const MONTHS: Readonly<Record<string, number>> = { MONTHLY: 1, QUARTERLY: 3, YEARLY: 12 };
const DAYS: Readonly<Record<string, number>> = { DAILY: 1, WEEKLY: 7 };

/** The moment one period later, at the same time of day in the building; at the month's last day if it is too short. */
export function nextAfter(at: Date, repeat: string, timeZone: string): Date {
  const day = dayOf(at, timeZone);
  const months = MONTHS[repeat];
  const next = months ? addMonths(day, months) : addDays(day, DAYS[repeat] ?? 1);
  const sinceMidnight = at.getTime() - startOfDay(day, timeZone).getTime();
  return instantAt(next, sinceMidnight / MINUTE_MS, timeZone);
}
