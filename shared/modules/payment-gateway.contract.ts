import { z } from 'zod';
import { CHANNELS, ENVIRONMENTS, ONLINE_MODES, ONLINE_PURPOSES, PROVIDERS } from '../billing/gateways.ts';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { paymentGateway } from './payment-gateway.ts';

export const offeredGateways = contract({
  method: 'get',
  path: '/payment-gateway/offered',
  summary: 'The ways in which a unit may pay online, with the fee of an amount',
  module: paymentGateway.code,
  query: z.strictObject({
    unitId: idSchema.optional(),
    amount: z.coerce.number().int('NOT_NATURAL').min(0).max(100_000_000_000).optional(),
  }),
  answer: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      provider: z.enum(PROVIDERS),
      environment: z.enum(ENVIRONMENTS),
      channels: z.array(z.enum(CHANNELS)),
      purposes: z.array(z.enum(ONLINE_PURPOSES)),
      minAmount: z.int(),
      maxAmount: z.int(),
      allowPartial: z.boolean(),
      oldestFirst: z.boolean(),
      /** Whether it can save a payment method with the payer's consent. */
      saves: z.boolean(),
      /** Fee on top of the amount in the query. */
      fee: z.int(),
    }),
  ),
});

export const onlineModeSchema = z.object({
  mode: z.enum(ONLINE_MODES),
  words: z.string().nullable(),
  reason: z.string().nullable(),
  version: z.int(),
});

export const gatewayMode = contract({
  method: 'get',
  path: '/payment-gateway/mode',
  summary: 'Whether residents pay online, only look, or have no payments at all',
  module: paymentGateway.code,
  answer: onlineModeSchema,
});
