import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { billInterest } from '@lobby/shared/modules/bill.contract.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { z } from 'zod';
import { todayOf } from '../../../kit/base/local-time.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load, readerOf } from '../../../kit/records/acts/act.ts';
import { joinedQuery } from '../../../kit/records/lists/list.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../../kit/serve.ts';
import { records } from '../../../kit/store/records.ts';
import { interestBy, waiversOf } from './interest.ts';
import { cancelWaiver } from './waivers.ts';

/** Calculation of a bill's late interest up to any day. */
const interestRoute = route(billInterest, {
  flags: ['read'],
  async run(ctx, { params, query }) {
    const doc = await load(ctx, bill, params.id);
    const until = query.until ?? todayOf(ctx);
    const counted = (await interestBy(ctx, [doc], until)).get(doc._id);
    const lines = (counted?.lines ?? []).filter(({ to }) => to <= until);
    const charged = lines.filter(({ billId }) => billId !== null);
    const bills = await records(bill).find(ctx, {
      originalId: doc._id,
      createdFor: 'INTEREST',
      status: 'ACTIVE',
    });
    const sum = (name: 'total' | 'paid' | 'remaining') => bills.reduce((all, charge) => all + charge[name], 0);
    const waivers = waiversOf(doc).filter(({ reversed }) => !reversed);
    return {
      through: charged.at(-1)?.to ?? null,
      accrued: counted?.open ?? 0,
      posted: sum('total'),
      paid: sum('paid'),
      left: sum('remaining'),
      waived: waivers.reduce((all, { amount }) => all + amount, 0),
      postings: [
        ...bills.map(charge => ({
          id: charge._id,
          cause: charge.causeId ? ('RECEIPT' as const) : ('CHARGE' as const),
          day: charge.accountingDate ?? '',
          amount: charge.total,
          reason: null,
          open: false,
        })),
        ...waivers.map(waiver => ({
          id: waiver.id,
          cause: 'WAIVE' as const,
          day: waiver.day,
          amount: waiver.amount,
          reason: readerOf(ctx) === 'staff' ? waiver.reason : null,
          open: waiver.chargedBy === null,
        })),
      ].toSorted((posting, other) => (posting.day < other.day ? -1 : 1)),
      stretches: lines.map(({ from, to, days, base, rate }) => ({
        from,
        to,
        days,
        principal: base,
        rate,
        exact: (base * rate * days) / 36_500,
      })),
    };
  },
});

const cancelRoute = route({
  method: 'put',
  path: `${bill.path}/:id/cancel-waiver`,
  summary: 'Ask again for the late interest that was let off',
  module: bill.code,
  flags: ['updateStatus'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    postingId: idSchema,
    reason: fieldSchema({ kind: 'longText', max: 1000, required: true }),
  }),
  answer: responseSchema(bill, 'detail'),
  run: async (ctx, { params: { id }, body }) =>
    loadDetail(
      ctx,
      bill,
      await perform(ctx, { definition: bill, name: 'unwaive', id, input: body }, (actCtx, doc) =>
        cancelWaiver(actCtx, doc, body.postingId),
      ),
    ),
});

const sum = z.object({
  accrued: z.int(),
  posted: z.int(),
  paid: z.int(),
  waived: z.int(),
  serviceId: z.string(),
  month: z.string(),
});

const sumsRoute = route({
  method: 'get',
  path: `${bill.path}/interest`,
  summary: 'Late interest by service and month: counted, charged, paid and let off',
  module: bill.code,
  flags: ['aggregate'],
  query: z.strictObject({ filter: filterSchema(bill).default({}) }),
  answer: z.array(sum),
  async run(ctx, { query: { filter } }) {
    const charged = { $cond: [{ $eq: ['$createdFor', 'INTEREST'] }, '$total', 0] };
    const paid = { $cond: [{ $eq: ['$createdFor', 'INTEREST'] }, '$paid', 0] };
    const standing = { $filter: { input: { $ifNull: ['$waivers', []] }, cond: { $ne: ['$$this.reversed', true] } } };
    const query = await joinedQuery(bill, filter, ctx);
    return records(bill).aggregate<z.infer<typeof sum>>(ctx, { ...query, status: 'ACTIVE' }, [
      {
        $group: {
          _id: { serviceId: '$serviceId', month: '$month' },
          accrued: { $sum: '$interest' },
          posted: { $sum: charged },
          paid: { $sum: paid },
          waived: { $sum: { $sum: { $map: { input: standing, in: '$$this.amount' } } } },
        },
      },
      { $match: { $or: [{ accrued: { $gt: 0 } }, { posted: { $gt: 0 } }, { waived: { $gt: 0 } }] } },
      { $sort: { '_id.month': -1, '_id.serviceId': 1 } },
      {
        $project: {
          _id: 0,
          serviceId: '$_id.serviceId',
          month: '$_id.month',
          accrued: 1,
          posted: 1,
          paid: 1,
          waived: 1,
        },
      },
    ]);
  },
});

export const interestRoutes: readonly Route[] = [sumsRoute, interestRoute, cancelRoute];
