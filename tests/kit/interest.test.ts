import { interestOf } from '@lobby/shared/billing/amounts.ts';
import { type InterestLine, interestUpTo, openInterest } from '@lobby/shared/billing/interest.ts';
import { addDays, daysIn } from '@lobby/shared/billing/periods.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const LATE = { dueDate: '2026-10-17', remaining: 1_000_000, rate: 10 };

describe('late interest', () => {
  it('is none up to the due date, and one day on the day after it', () => {
    expect(interestUpTo([], LATE, '2026-10-17')).toEqual([]);
    expect(interestUpTo([], LATE, '2026-10-18')).toEqual([
      { from: '2026-10-18', to: '2026-10-18', base: 1_000_000, rate: 10, days: 1, amount: 274, billId: null },
    ]);
  });

  it('begins a new line where the amount or the rate changes, and none once it is paid', () => {
    const first = interestUpTo([], LATE, '2026-10-27');
    const paid = interestUpTo(first, { ...LATE, remaining: 400_000 }, '2026-11-06');
    expect(paid.map(({ from, days, base }) => [from, days, base])).toEqual([
      ['2026-10-18', 10, 1_000_000],
      ['2026-10-28', 10, 400_000],
    ]);
    expect(openInterest(paid)).toBe(2740 + 1096);
    expect(interestUpTo(paid, { ...LATE, remaining: 0 }, '2026-12-31')).toEqual(paid);
    expect(interestUpTo(paid, { ...LATE, remaining: 400_000, rate: 0 }, '2026-12-31')).toEqual(paid);
  });

  it('leaves what is charged as it is', () => {
    const charged = interestUpTo([], LATE, '2026-10-27').map((line): InterestLine => ({ ...line, billId: 'b' }));
    const later = interestUpTo(charged, LATE, '2026-10-28');
    expect(later).toHaveLength(2);
    expect(openInterest(later)).toBe(274);
  });

  it('begins anew after it was waived', () => {
    const waived = interestUpTo([], LATE, '2026-10-27').map((line): InterestLine => ({ ...line, waived: true }));
    expect(openInterest(waived)).toBe(0);
    expect(interestUpTo(waived, LATE, '2026-10-28').map(({ from, amount }) => [from, amount])).toEqual([
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
          (lines, turn) => interestUpTo(lines, own, addDays(own.dueDate, turn)),
          [],
        );
        expect(stepwise).toEqual(interestUpTo([], own, addDays(own.dueDate, last)));
        const count = last > 0 ? daysIn({ start: own.dueDate, end: addDays(own.dueDate, last) }) - 1 : 0;
        expect(openInterest(stepwise)).toBe(interestOf(remaining, 10, count));
      }),
    );
  });
});
