import type { Day } from '../kit/dates.ts';
import { daysIn } from './periods.ts';

/** How long something is owed past its day: not yet, to 30 days, to 60, to 90, longer. */
export const AGES = ['notDue', 'd0_30', 'd31_60', 'd61_90', 'd90'] as const;
export type Age = (typeof AGES)[number];

/** What is owed by its age, at the end of a month. */
export type Debt = Record<Age, number> & { month: string };

/** What of it is owed past its day. */
export const overdueOf = (debt: Debt): number =>
  AGES.reduce((sum, age) => (age === 'notDue' ? sum : sum + debt[age]), 0);

/** Whole days since its day on another; its own day and those before it are 0. */
export const daysLate = (dueDate: Day, on: Day): number =>
  dueDate >= on ? 0 : daysIn({ start: dueDate, end: on }) - 1;

export function ageOf(dueDate: Day, on: Day): Age {
  const late = daysLate(dueDate, on);
  if (late === 0) return 'notDue';
  return late <= 30 ? 'd0_30' : late <= 60 ? 'd31_60' : late <= 90 ? 'd61_90' : 'd90';
}
