import { firstTouched } from '@lobby/server/modules/billing-service/registration/registration.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const day = fc.integer({ min: 0, max: 400 }).map(n => addDays('2026-01-01', n));
const registration = fc.record({
  unitId: fc.constantFrom('a', 'b'),
  quantity: fc.constantFrom(1, 2),
  startDate: day,
  endDate: fc.option(day),
});
type Registration = typeof registration extends fc.Arbitrary<infer T> ? T : never;

/** Charge on a day as a text. */
const charged = (one: Registration | null, at: string) =>
  one && one.startDate <= at && at <= (one.endDate ?? '9999-12-31') ? `${one.unitId} ${one.quantity}` : '';

it('finds no day later than the first on which what is charged differs', () => {
  fc.assert(
    fc.property(fc.option(registration), fc.option(registration), (before, after) => {
      if (!before && !after) return;
      const found = firstTouched(before, after);
      for (let n = 0; n < 420; n++) {
        const at = addDays('2026-01-01', n);
        if (charged(before, at) === charged(after, at)) continue;
        expect(found && found.day <= at).toBe(true);
        return;
      }
    }),
    { numRuns: 500 },
  );
});

it('leaves what was charged before a last day that is moved', () => {
  const own = { unitId: 'a', serviceId: 's', quantity: 1, startDate: '2026-01-01' };
  const moved = firstTouched({ ...own, endDate: null }, { ...own, endDate: '2026-11-30' });
  expect(moved).toEqual({ day: '2026-12-01', field: 'endDate' });
  expect(firstTouched({ ...own, endDate: null }, { ...own, note: 'x', endDate: null })).toBeNull();
});
