import { allocate, inOrder } from '@lobby/shared/billing/allocate.ts';
import { interestOf } from '@lobby/shared/billing/amounts.ts';
import {
  type InterestLine,
  interestAnew,
  interestUpTo,
  type Owed,
  openInterest,
  rateOn,
} from '@lobby/shared/billing/interest.ts';
import { daysIn } from '@lobby/shared/billing/periods.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

interface Plain {
  dueDate: string;
  remaining: number;
  rate: number;
}
const LATE: Plain = { dueDate: '2026-10-17', remaining: 1_000_000, rate: 10 };
/** Constant amount and rate. */
const always = ({ dueDate, remaining, rate }: Plain): Owed => ({
  dueDate,
  baseOn: () => remaining,
  rateOn: () => rate,
  changes: [],
});

describe('late interest', () => {
  it('is none up to the due date, and one day on the day after it', () => {
    expect(interestUpTo([], always(LATE), '2026-10-17')).toEqual([]);
    expect(interestUpTo([], always(LATE), '2026-10-18')).toEqual([
      { from: '2026-10-18', to: '2026-10-18', base: 1_000_000, rate: 10, days: 1, amount: 274, billId: null },
    ]);
  });

  it('begins a new line where the amount or the rate changes, and none once it is paid', () => {
    const first = interestUpTo([], always(LATE), '2026-10-27');
    const paid = interestUpTo(first, always({ ...LATE, remaining: 400_000 }), '2026-11-06');
    expect(paid.map(({ from, days, base }) => [from, days, base])).toEqual([
      ['2026-10-18', 10, 1_000_000],
      ['2026-10-28', 10, 400_000],
    ]);
    expect(openInterest(paid)).toBe(3836);
    expect(interestUpTo(paid, always({ ...LATE, remaining: 0 }), '2026-12-31')).toEqual(paid);
    expect(interestUpTo(paid, always({ ...LATE, remaining: 400_000, rate: 0 }), '2026-12-31')).toEqual(paid);
  });

  it('is rounded once over all days, by what was owed on each, whenever it is counted', () => {
    const owed: Owed = {
      dueDate: '2026-01-10',
      // 400,000 were paid on the 20th: the full amount still counts for that day.
      baseOn: day => (day <= '2026-01-20' ? 1_000_000 : 600_000),
      rateOn: () => 10,
      changes: ['2026-01-21'],
    };
    const lines = interestUpTo([], owed, '2026-02-09');
    expect(lines.map(({ days, base }) => [days, base])).toEqual([
      [10, 1_000_000],
      [20, 600_000],
    ]);
    expect(openInterest(lines)).toBe(6027);
    expect(interestUpTo(interestUpTo([], owed, '2026-01-15'), owed, '2026-02-09')).toEqual(lines);
  });

  it.each([
    ['2026-11-15', '2026-12-15', 1_000_000, 10, 8219],
    ['2026-11-15', '2026-11-30', 871_020, 18.25, 6533],
    ['2028-02-15', '2028-03-15', 1_000_000, 12, 9534],
    ['2026-10-15', '2026-10-31', 500_000, 10, 2192],
    ['2026-10-15', '2026-10-16', 3650, 5, 1],
    ['2026-10-15', '2026-10-16', 3649, 5, 0],
  ])('from %s to %s on %i at %d is %i', (dueDate, until, remaining, rate, interest) => {
    expect(openInterest(interestUpTo([], always({ dueDate, remaining, rate }), until))).toBe(interest);
  });

  it('is counted anew from what nobody has charged, so that what was paid with effect from before counts', () => {
    const counted = interestUpTo([], always(LATE), '2026-11-06');
    const [charged, open] = [interestUpTo([], always(LATE), '2026-10-27'), counted];
    const owed: Owed = {
      ...always(LATE),
      baseOn: day => (day <= '2026-10-27' ? 1_000_000 : 400_000),
      changes: ['2026-10-28'],
    };
    expect(interestAnew(open, owed, '2026-11-06').map(({ days, base }) => [days, base])).toEqual([
      [10, 1_000_000],
      [10, 400_000],
    ]);
    const kept = charged.map((line): InterestLine => ({ ...line, billId: 'b' }));
    const nothing = always({ ...LATE, remaining: 0 });
    expect(interestAnew(kept, nothing, '2026-11-06')).toEqual(kept);
    expect(interestAnew([...kept, ...interestUpTo(kept, owed, '2026-11-06').slice(1)], nothing, '2026-11-06')).toEqual(
      kept,
    );
  });

  it('is paid after all principal, or bill by bill before its own', () => {
    const bills = [
      { id: 'new', dueDate: '2026-10-20', month: '2026-10', remaining: 310_000, interest: 1274 },
      { id: 'old', dueDate: '2026-09-20', month: '2026-09', remaining: 420_000, interest: 5178 },
    ];
    const paid = (interestFirst: boolean, amount: number, first?: ReadonlySet<string>) => {
      const { allocations, rest } = allocate(bills, amount, { interestFirst, ...(first && { first }) });
      return [...allocations.map(allocation => `${allocation.kind} ${allocation.billId} ${allocation.amount}`), rest];
    };
    expect(paid(false, 600_000)).toEqual(['BILL old 420000', 'BILL new 180000', 0]);
    expect(paid(true, 600_000)).toEqual([
      'INTEREST old 5178',
      'BILL old 420000',
      'INTEREST new 1274',
      'BILL new 173548',
      0,
    ]);
    expect(paid(false, 736_453).slice(-3)).toEqual(['INTEREST old 5178', 'INTEREST new 1274', 1]);
    expect(paid(true, 311_274, new Set(['new']))).toEqual(['INTEREST new 1274', 'BILL new 310000', 0]);
    const all = inOrder(bills, { interestFirst: true }).reduce((sum, { amount }) => sum + amount, 0);
    expect(all).toBe(736_452);
  });

  it('goes by the rate that has begun', () => {
    const rates = [
      { from: '2026-01-01', percent: 10 },
      { from: '2026-06-01', percent: 12 },
    ];
    expect(['2025-12-31', '2026-05-31', '2026-06-01'].map(day => rateOn(rates, 5, day))).toEqual([5, 10, 12]);
  });

  it('leaves what is charged as it is', () => {
    const charged = interestUpTo([], always(LATE), '2026-10-27').map(
      (line): InterestLine => ({ ...line, billId: 'b' }),
    );
    const later = interestUpTo(charged, always(LATE), '2026-10-28');
    expect(later).toHaveLength(2);
    expect(openInterest(later)).toBe(274);
  });

  it('begins anew after it was waived', () => {
    const waived = interestUpTo([], always(LATE), '2026-10-27').map(
      (line): InterestLine => ({ ...line, waived: true }),
    );
    expect(openInterest(waived)).toBe(0);
    expect(interestUpTo(waived, always(LATE), '2026-10-28').map(({ from, amount }) => [from, amount])).toEqual([
      ['2026-10-18', 2740],
      ['2026-10-28', 274],
    ]);
  });

  it('is the same on whichever days and however often it is counted', () => {
    const days = fc.array(fc.integer({ min: -3, max: 60 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 90_000_000 }), (turns, remaining) => {
        const own = { ...LATE, remaining };
        const last = Math.max(...turns);
        const stepwise = turns.reduce<InterestLine[]>(
          (lines, turn) => interestUpTo(lines, always(own), addDays(own.dueDate, turn)),
          [],
        );
        expect(stepwise).toEqual(interestUpTo([], always(own), addDays(own.dueDate, last)));
        const count = last > 0 ? daysIn({ start: own.dueDate, end: addDays(own.dueDate, last) }) - 1 : 0;
        expect(openInterest(stepwise)).toBe(interestOf(remaining, 10, count));
      }),
    );
  });
});
