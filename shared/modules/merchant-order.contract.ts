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

export const PARTNER_LINK_ROLES = ['PARTNER', 'WORKER'] as const;
const role = z.enum(PARTNER_LINK_ROLES);
const moment = z.iso.datetime();

export const partnerLinksOf = contract({
  method: 'get',
  path: '/merchant-order/:id/partner-link',
  summary: 'The links by which the partner of an order and its worker follow it: when they went out and were opened',
  module: merchantOrder.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(
    z.object({
      role,
      sentBy: z.enum(['EMAIL', 'SMS']).nullable(),
      createdAt: moment,
      until: moment,
      open: z.boolean(),
      openedAt: moment.nullable(),
      lastSeenAt: moment.nullable(),
      opens: z.int(),
      revokedBy: z.string().nullable(),
    }),
  ),
});

export const renewPartnerLink = contract({
  method: 'put',
  path: '/merchant-order/:id/renew-link',
  summary: 'Make another link of an order; it is shown this once, and the one before ends at once',
  module: merchantOrder.code,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ role: role.optional() }),
  answer: z.object({ token: z.string(), path: z.string() }),
});

export const revokePartnerLinks = contract({
  method: 'put',
  path: '/merchant-order/:id/revoke-link',
  summary: 'End the links of an order at once',
  module: merchantOrder.code,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({}),
  answer: z.object({ ended: z.int() }),
});
