import { merchantOrder, PARTNER_ACTS } from '@lobby/shared/modules/merchant-order.ts';
import { expect, it } from 'vitest';

it('leads from every state but the last ones, and is one of eighteen', () => {
  const states = Object.keys(merchantOrder.statuses);
  expect(states).toHaveLength(18);
  const actions = Object.values(merchantOrder.actions) as { from: readonly string[]; to?: string }[];
  const leading = actions.filter(({ to }) => to !== undefined);
  const ends = states.filter(state => !leading.some(({ from }) => from.includes(state)));
  expect(ends).toEqual(['CANCELLED', 'CANCELLED_BY_RESIDENT']);
  // By a rule, `cancel` by a household leads to a separate status.
  const byRule = ['CANCELLED_BY_RESIDENT'];
  const unreached = states.filter(state => state !== 'NEW' && !leading.some(({ to }) => to === state));
  expect(unreached).toEqual(byRule);
  expect(PARTNER_ACTS.every(name => name in merchantOrder.actions)).toBe(true);
});
