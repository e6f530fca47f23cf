import { addDays, type Day } from '../kit/dates.ts';
import { interestOf, interestOfAll } from './amounts.ts';
import { daysIn } from './periods.ts';

/** Days with the same amount and rate, and their interest in VND. */
export interface InterestLine {
  from: Day;
  to: Day;
  base: number;
  /** Percent per year. */
  rate: number;
  days: number;
  amount: number;
  /** The bill by which it was charged. */
  billId: string | null;
  /** Waived: it is not charged any more. */
  waived?: boolean | null;
}

/** Whether it is still to be charged. */
const isOpen = ({ billId, waived }: InterestLine) => billId === null && !waived;

const lineOf = (from: Day, to: Day, base: number, rate: number): InterestLine => {
  const days = daysIn({ start: from, end: to });
  return { from, to, base, rate, days, amount: interestOf(base, rate, days), billId: null };
};

/** Open amount and interest rate of a bill by day. */
export interface Owed {
  dueDate: Day;
  /** Before payments of that day. */
  baseOn: (day: Day) => number;
  /** Percent per year. */
  rateOn: (day: Day) => number;
  /** Days on which amount or rate change. */
  changes: readonly Day[];
}

/** Adds a line, or extends the last one if amount and rate are unchanged. */
function grown(lines: readonly InterestLine[], from: Day, to: Day, base: number, rate: number): InterestLine[] {
  if (base <= 0 || rate <= 0) return [...lines];
  const last = lines.at(-1);
  const goesOn = last && isOpen(last) && last.base === base && last.rate === rate && addDays(last.to, 1) === from;
  return goesOn ? [...lines.slice(0, -1), lineOf(last.from, to, base, rate)] : [...lines, lineOf(from, to, base, rate)];
}

/**
 * Interest of a late bill up to a day: simple, from the day after the due date (domain.md, Money 3). Days already counted
 * are kept, so that repeated calls, or calls with gaps, give the same result. A line grows while amount and rate are
 * unchanged.
 */
export function interestUpTo(lines: readonly InterestLine[], owed: Owed, until: Day): InterestLine[] {
  const first = addDays(lines.at(-1)?.to ?? owed.dueDate, 1);
  if (first > until) return [...lines];
  const cuts = [...new Set(owed.changes)].filter(day => day > first && day <= until).toSorted();
  return [first, ...cuts].reduce(
    (all, from, at) => {
      const to = at < cuts.length ? addDays(String(cuts[at]), -1) : until;
      return grown(all, from, to, owed.baseOn(from), owed.rateOn(from));
    },
    [...lines],
  );
}

/** Splits lines into those up to a day and those after it; a line across that day is divided. */
export function partedAt(lines: readonly InterestLine[], until: Day): [upTo: InterestLine[], after: InterestLine[]] {
  const parts = lines.flatMap(line =>
    line.from <= until && line.to > until
      ? [
          { ...line, ...lineOf(line.from, until, line.base, line.rate), billId: line.billId },
          { ...line, ...lineOf(addDays(until, 1), line.to, line.base, line.rate), billId: line.billId },
        ]
      : [line],
  );
  return [parts.filter(({ to }) => to <= until), parts.filter(({ to }) => to > until)];
}

/** Interest not charged yet, in VND, rounded once over all days. */
export const openInterest = (lines: readonly InterestLine[]): number => interestOfAll(lines.filter(isOpen));

/** The rate on a day, from rates with their first days. */
export function rateOn(
  rates: readonly { from: Day | null; percent: number | null }[],
  present: number,
  day: Day,
): number {
  const begun = rates
    .flatMap(({ from, percent }) => (from && percent !== null && from <= day ? [{ from, percent }] : []))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return begun.at(-1)?.percent ?? present;
}

/** The same, with days neither charged nor waived counted again, to include payments and changes with an earlier effective date. */
export function interestAnew(lines: readonly InterestLine[], owed: Owed, until: Day): InterestLine[] {
  const settled = lines.findLastIndex(line => !isOpen(line)) + 1;
  return interestUpTo(lines.slice(0, settled), owed, until);
}
