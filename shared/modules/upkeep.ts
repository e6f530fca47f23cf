import { addDays, type Day, daysBetween } from '../kit/dates.ts';
import type { ChoiceField } from '../kit/fields.ts';

/** State by the next due date. */
export const DUE_STATUSES = ['NONE', 'NORMAL', 'DUE_SOON', 'OVERDUE'] as const;
export type DueStatus = (typeof DUE_STATUSES)[number];
export const DUE_STATUS = {
  kind: 'choice',
  options: DUE_STATUSES,
  initial: 'NONE',
  readOnly: true,
} as const satisfies ChoiceField<DueStatus>;

/** Statuses of things that still need care. */
export const IN_SERVICE = ['IN_USE', 'NEED_MAINTENANCE'] as const;
export const isInService = (status: unknown): boolean => (IN_SERVICE as readonly unknown[]).includes(status);

/** Next date of a cycle: after the last date, otherwise after the start; null without either. */
export function nextAfter(last: unknown, start: unknown, cycleDays: unknown): Day | null {
  const from = typeof last === 'string' ? last : start;
  return typeof from === 'string' && typeof cycleDays === 'number' ? addDays(from, cycleDays) : null;
}

/** State of a due date; today counts as due soon. Days are calendar days of the project. */
export function dueOf(next: unknown, today: Day, soonDays: number): DueStatus {
  if (typeof next !== 'string') return 'NONE';
  const left = daysBetween(today, next);
  return left < 0 ? 'OVERDUE' : left <= soonDays ? 'DUE_SOON' : 'NORMAL';
}
