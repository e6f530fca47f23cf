import { z } from 'zod';
import { PROVIDERS } from '../billing/gateways.ts';
import { contract } from '../kit/contract.ts';
import { periodQuery } from '../kit/query-schema.ts';
import { onlineTransaction } from './online-transaction.ts';

export const savedWaySchema = z.object({
  id: z.string(),
  gatewayId: z.string(),
  name: z.string(),
  provider: z.enum(PROVIDERS),
  state: z.enum(['ASKED', 'SAVED', 'REFUSED']),
  lastFour: z.string().nullable(),
  at: z.iso.datetime(),
});

export const savedWays = contract({
  method: 'get',
  path: '/saved-payment',
  summary: 'The ways to pay that the caller has saved',
  module: onlineTransaction.code,
  answer: z.array(savedWaySchema),
});

export const onlineFigure = z.object({
  day: z.string(),
  provider: z.enum(PROVIDERS),
  count: z.int(),
  paid: z.int(),
  amount: z.int(),
  fee: z.int(),
});

export const onlineFigures = contract({
  method: 'get',
  path: '/statistics/online',
  summary: 'Payments online by day and provider',
  module: onlineTransaction.code,
  query: periodQuery,
  answer: z.array(onlineFigure),
});
