import { z } from 'zod';
import { APPROVAL_ACTS } from '../billing/approval-acts.ts';
import { AUTO_DEDUCT } from '../billing/payment-settings.ts';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { paymentMethod } from './payment-method.ts';

export const MOST_MONEY = 100_000_000_000;
export const ruleShape = {
  fromAmount: z.int().min(0).max(MOST_MONEY),
  positionIds: z.array(idSchema).min(1).max(10),
  active: z.boolean(),
};
export const methodSettingsSchema = z.object({
  multiUnitCap: z.int(),
  reminderOffsets: z.array(z.int()),
  surplusToAccount: z.boolean(),
  autoDeduct: z.enum(AUTO_DEDUCT),
  attachmentFrom: z.int().nullable(),
  smallDifference: z.int(),
  claimImages: z.boolean(),
  forfeitPhotos: z.boolean(),
  planNeedsFile: z.boolean(),
  disputeMakesTicket: z.boolean(),
  approvalRules: z.array(z.object({ act: z.enum(APPROVAL_ACTS), ...ruleShape })),
  interestBeforePrincipal: z.boolean(),
  version: z.int(),
});

export const paymentMethodSettings = contract({
  method: 'get',
  path: '/payment-method/settings',
  summary: 'What the project sets for its payments: limits, reminders, what happens by itself',
  module: paymentMethod.code,
  answer: methodSettingsSchema,
});
