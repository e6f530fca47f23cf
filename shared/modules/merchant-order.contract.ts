import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { merchantOrder } from './merchant-order.ts';
import { amenityId, countSchema, periodFields, shareSchema, statisticsDays } from './utility-booking.contract.ts';

export const commissionRow = z.object({
  partnerId: z.string().nullable(),
  orders: z.int(),
  done: z.int(),
  declined: z.int(),
  warranties: z.int(),
  total: z.int(),
  commission: z.int(),
  rating: z.number().nullable(),
});

export const orderCommission = contract({
  method: 'get',
  path: '/merchant-order/commission',
  summary: 'What partners did and what the building earns of it, by partner',
  module: merchantOrder.code,
  query: z.strictObject({ from: z.string().max(10), to: z.string().max(10) }),
  answer: z.array(commissionRow),
});

const way = z.object({
  at: z.iso.datetime(),
  act: z.string(),
  status: z.string(),
  by: z.string(),
});

export const orderTimeline = contract({
  method: 'get',
  path: '/merchant-order/:id/timeline',
  summary: 'The states that an order has been in, in their order',
  module: merchantOrder.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(way),
});

const order = {
  orders: countSchema,
  acceptedFirst: countSchema,
  toAccept: shareSchema,
  toFinish: shareSchema,
  rating: shareSchema.nullable(),
  warranty: shareSchema,
  cancelled: shareSchema,
  total: countSchema,
  commission: countSchema,
};

export const orderStatistics = contract({
  method: 'get',
  path: '/merchant-order/statistics',
  summary: 'What partners did, how fast and how well, and what the building earns of it',
  module: merchantOrder.code,
  query: z.strictObject({ ...periodFields, partnerId: amenityId, utilityId: amenityId }),
  answer: z.object({
    ...statisticsDays,
    totals: z.object(order),
    before: z.object({ ...statisticsDays, ...order }),
    series: z.array(z.object({ step: z.string(), ...order })),
    partners: z.array(z.object({ partnerId: z.string(), name: z.string(), ...order, list: z.string() })),
    commissions: z.array(
      z.object({
        partnerId: z.string(),
        name: z.string(),
        month: z.string(),
        rate: shareSchema,
        orders: countSchema,
        total: countSchema,
        commission: countSchema,
      }),
    ),
  }),
});
