import type { Day } from '../kit/dates.ts';
import { interestOf } from './amounts.ts';
import { addDays, daysIn } from './periods.ts';

/** Days on which the same amount was owed at the same rate, and what they cost, VND. */
export interface InterestLine {
  from: Day;
  to: Day;
  base: number;
  /** Percent a year. */
  rate: number;
  days: number;
  amount: number;
  /** The bill by which it was charged. */
  billId: string | null;
  /** Nobody asks for it any more. */
  waived?: boolean | null;
}

/** Whether it is still to be charged. */
const isOpen = ({ billId, waived }: InterestLine) => billId === null && !waived;

const lineOf = (from: Day, to: Day, base: number, rate: number): InterestLine => {
  const days = daysIn({ start: from, end: to });
  return { from, to, base, rate, days, amount: interestOf(base, rate, days), billId: null };
};

/**
 * The interest of a late bill up to a day: simple, from the day after the due date on (domain.md, Money 3). Days already counted stay as they are, so
 * that counting twice, or on a later day, answers the same; a line grows while the amount and the rate stay, and begins anew where they change.
 */
export function interestUpTo(
  lines: readonly InterestLine[],
  { dueDate, remaining, rate }: { dueDate: Day; remaining: number; rate: number },
  until: Day,
): InterestLine[] {
  const last = lines.at(-1);
  const from = addDays(last?.to ?? dueDate, 1);
  if (from > until || remaining <= 0 || rate <= 0) return [...lines];
  const goesOn = last && isOpen(last) && last.base === remaining && last.rate === rate;
  return goesOn
    ? [...lines.slice(0, -1), lineOf(last.from, until, remaining, rate)]
    : [...lines, lineOf(from, until, remaining, rate)];
}

/** What of it is not charged yet, VND. */
export const openInterest = (lines: readonly InterestLine[]): number =>
  lines.reduce((sum, line) => sum + (isOpen(line) ? line.amount : 0), 0);
