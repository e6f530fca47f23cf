import {
  balanceLines,
  effectOf,
  type Line,
  reverseLines,
  splitByBucket,
} from '@lobby/server/modules/ledger/reports/entries.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const amount = fc.integer({ min: 1, max: 2_000_000_000 });
const bucket = fc.constantFrom('OPENING' as const, 'CURRENT' as const);
const credited: fc.Arbitrary<Line> = fc.oneof(
  fc.record({ account: fc.constant('RECEIVABLE' as const), unitId: fc.constant('u'), credit: amount }),
  fc.record({ account: fc.constant('UNIT_ACCOUNT' as const), unitId: fc.constant('u'), bucket, credit: amount }),
  fc.record({ account: fc.constant('ADVANCE' as const), unitId: fc.constant('u'), bucket, credit: amount }),
  fc.record({ account: fc.constant('REVENUE' as const), credit: amount }),
);
const entry = fc
  .array(credited, { minLength: 1, maxLength: 8 })
  .map((lines): Line[] => [
    { account: 'FUND', fundId: 'f', debit: lines.reduce((sum, { credit }) => sum + (credit ?? 0), 0) },
    ...lines,
  ]);

it('an entry and its reversal leave nothing behind', () => {
  fc.assert(
    fc.property(entry, lines => {
      const one = balanceLines(lines);
      const back = balanceLines(reverseLines(one.lines));
      expect(back.total).toBe(one.total);
      const both = effectOf([...one.lines, ...back.lines]);
      expect(Object.values(both).every(figure => figure === 0)).toBe(true);
      expect(reverseLines(reverseLines(one.lines))).toEqual(one.lines.map(line => ({ debit: 0, credit: 0, ...line })));
    }),
    { numRuns: 1000 },
  );
});

it('money that is taken out is whole, and what there was first goes first', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 2_000_000_000 }), (debit, opening) => {
      const parts = splitByBucket({ account: 'UNIT_ACCOUNT', unitId: 'u', debit }, opening);
      const of = (name: string) => parts.find(part => part.bucket === name)?.debit ?? 0;
      expect(of('OPENING') + of('CURRENT')).toBe(debit);
      expect(of('OPENING')).toBe(Math.min(debit, opening));
    }),
    { numRuns: 1000 },
  );
});

it('an entry is refused if it does not balance, has two sides in a line, a fraction, or names no unit', () => {
  const fund = (debit: number): Line => ({ account: 'FUND', fundId: 'f', debit });
  expect(() => balanceLines([fund(10), { account: 'REVENUE', credit: 9 }])).toThrow('balance');
  expect(() => balanceLines([{ ...fund(10), credit: 10 }])).toThrow('one side');
  expect(() => balanceLines([fund(1.5), { account: 'REVENUE', credit: 1.5 }])).toThrow('whole');
  expect(() => balanceLines([fund(10), { account: 'RECEIVABLE', credit: 10 }])).toThrow('names no unit');
});
