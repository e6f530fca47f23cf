import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import type { Flag } from '@lobby/shared/kit/permissions.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { onlineTransaction, REFUND_WAYS } from '@lobby/shared/modules/online-transaction.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { z } from 'zod';
import { fail } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../../kit/serve.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { book } from '../acts.ts';
import { assertRefundable, giveBack, refundOfBooking } from './refund.ts';

const params = z.strictObject({ id: idSchema });
const amount = z.int('NOT_NATURAL').min(1, 'NOT_NATURAL').max(100_000_000_000);
const reason = z.string().trim().min(1, 'REQUIRED').max(500);
const version = z.int().min(1).max(1_000_000_000).optional();
const shared = {
  module: onlineTransaction.code,
  flags: ['updateStatus'] as Flag[],
  params,
  answer: responseSchema(onlineTransaction, 'detail'),
};

/** `PUT /:id/refund`: refunds through the gateway that received the payment. */
const refund = route({
  ...shared,
  method: 'put',
  path: `${onlineTransaction.path}/:id/refund`,
  summary: 'Give money back by the gateway that it came by',
  body: z.strictObject({
    amount,
    reason,
    how: z.enum(REFUND_WAYS).default('UNIT_ACCOUNT'),
    version,
  }),
  async run(ctx, { params: { id }, body }) {
    const doc = await giveBack(ctx, id, body, async latest => {
      await assertRefundable(ctx, latest, body.amount, body.how);
      return body.amount;
    });
    return loadDetail(ctx, onlineTransaction, doc);
  },
});

/** `PUT /:id/book`: books a payment that was refused automatically. */
const bookByHand = route({
  ...shared,
  flags: ['write'],
  method: 'put',
  path: `${onlineTransaction.path}/:id/book`,
  summary: 'Bring a payment onto the books that had none of it',
  body: z.strictObject({ version }),
  run: async (ctx, { params: { id }, body }) =>
    loadDetail(
      ctx,
      onlineTransaction,
      await perform(ctx, { definition: onlineTransaction, name: 'booked', id, input: body }, book),
    ),
});

/** Latest paid order of a booking that was not refunded. */
const loadOrder = (projectId: string, bookingId: string): Promise<Doc<typeof onlineTransaction> | null> =>
  records(onlineTransaction).first(
    { projectId },
    { status: 'SUCCESSED', 'items.bookingId': bookingId, refunded: 0 },
    { sort: { createdAt: -1 } },
  );

/** `POST /payment/refund/:id/booking`: refunds the due amount of a booking through the gateway. */
const refundBooking = (path: string) =>
  route({
    ...shared,
    method: 'post',
    path,
    summary: 'Give back by the gateway what is due of a booking that was paid online',
    body: z.strictObject({ amount: amount.optional(), reason }),
    async run(ctx, { params: { id }, body }) {
      const booking = await load(ctx, utilityBooking, id);
      const order = await loadOrder(ctx.projectId, booking._id);
      if (!order) return fail('REFUND_NOT_SUPPORTED');
      const input = { reason: body.reason, how: 'BOOKING' as const };
      const doc = await giveBack(
        ctx,
        order._id,
        input,
        async latest => (await refundOfBooking(ctx, latest, body.amount, body.reason)).amount,
      );
      return loadDetail(ctx, onlineTransaction, doc);
    },
  });

export const refundRoutes: readonly Route[] = [
  refund,
  bookByHand,
  refundBooking('/payment/refund/:id/booking'),
  refundBooking('/refund/:id/booking'),
];
