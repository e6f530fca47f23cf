import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { service } from './billing-service.ts';

export const serviceSettingsSchema = z.object({
  noticeSendingDay: z.int(),
  paymentDueDay: z.int(),
  debtNoticeDueDay: z.int(),
  interestGraceDays: z.int(),
  startMonth: z.string().nullable(),
  outlierPercent: z.int(),
  version: z.int(),
  amountWords: z.object({ odd: z.string(), four: z.string(), thousand: z.string(), even: z.string() }),
});

export const serviceSettings = contract({
  method: 'get',
  path: '/service/settings',
  summary: 'What the project sets for its bills: days, grace, outliers, how amounts are written in words',
  module: service.code,
  answer: serviceSettingsSchema,
});
