import { fund } from '@lobby/shared/modules/fund.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { build } from '../../kit/records/records.ts';
import type { Doc } from '../../kit/store/records.ts';
import type { Starter } from '../../platform/projects/building/starters.ts';
import { firstTill } from '../fund/index.ts';
import { usualOf } from './rules.ts';

/** Payment methods of a new project. */
const METHODS = [
  { name: 'Tiền mặt', code: 'TM', kind: 'CASH' },
  { name: 'Chuyển khoản', code: 'CK', kind: 'TRANSFER' },
  { name: 'Quẹt thẻ (SPOS)', code: 'SPOS', kind: 'SPOS' },
  { name: 'Thanh toán online', code: 'ONLINE', kind: 'ONLINE' },
] as const;

/** One method of each kind: cash into this till is active at once, the others once they are complete. */
export const firstMethods = (ctx: Ctx, tillId: string | null): Promise<Doc<typeof paymentMethod>[]> =>
  Promise.all(
    METHODS.map((method, n) => {
      const cash = method.kind === 'CASH' && tillId !== null;
      const place = { fundId: cash ? tillId : null, active: cash, order: (n + 1) * 10 };
      // The references are not checked: the till may be created in the same call.
      return build(ctx, paymentMethod, { ...method, ...usualOf(method.kind), ...place }, true);
    }),
  );

/** The till and the payment methods of a new project. */
export const moneyStarter: Starter = async ctx => {
  const till = await firstTill(ctx);
  const docs = await firstMethods(ctx, till._id);
  return {
    made: [
      { definition: fund, docs: [till] },
      { definition: paymentMethod, docs },
    ],
    also: async () => undefined,
  };
};
