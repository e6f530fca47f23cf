import type { Day } from '../kit/dates.ts';
import { daysIn } from './periods.ts';

/** Ageing buckets by days past the due date: not due, up to 30, 60, 90, more. */
export const AGES = ['notDue', 'd0_30', 'd31_60', 'd61_90', 'd90'] as const;
export type Age = (typeof AGES)[number];

/** Debt by age at the end of a month. */
export type Debt = Record<Age, number> & { month: string };

/** The overdue part of a debt. */
export const overdueOf = (debt: Debt): number =>
  AGES.reduce((sum, age) => (age === 'notDue' ? sum : sum + debt[age]), 0);

/** Whole days from the due date to another day; 0 on or before the due date. */
export const daysLate = (dueDate: Day, on: Day): number =>
  dueDate >= on ? 0 : daysIn({ start: dueDate, end: on }) - 1;

export function ageOf(dueDate: Day, on: Day): Age {
  const late = daysLate(dueDate, on);
  if (late === 0) return 'notDue';
  return late <= 30 ? 'd0_30' : late <= 60 ? 'd31_60' : late <= 90 ? 'd61_90' : 'd90';
}
