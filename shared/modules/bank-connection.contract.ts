import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { bankConnection } from './bank-connection.ts';

const STATES = ['TAKEN', 'KNOWN', 'REFUSED', 'UNAUTHORIZED', 'INVALID'] as const;
const delivery = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  result: z.enum(STATES),
  reason: z.string().nullable(),
  reference: z.string().nullable(),
  amount: z.number().nullable(),
  ms: z.int(),
});

export const bankDeliveries = contract({
  method: 'get',
  path: '/bank-connection/:id/deliveries',
  summary: 'What a connection was told in the last 30 days, and how many of it today',
  module: bankConnection.code,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ state: z.enum(STATES).optional() }),
  answer: z.object({ received24h: z.int(), refused24h: z.int(), deliveries: z.array(delivery) }),
});
