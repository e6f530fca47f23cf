import { z } from 'zod';
import { APPROVAL_ACTS } from '../billing/approval-acts.ts';
import { AUTO_DEDUCT } from '../billing/payment-settings.ts';
import { contract } from '../kit/contract.ts';
import { daySchema, fieldSchema, idSchema } from '../kit/schema.ts';
import { MOST_SETTLED, paymentMethod } from './payment-method.ts';

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

/** A line of a receipt whose money has not arrived yet. */
export const moneyOnItsWay = z.object({
  /** Receipt and place of the line. */
  id: z.string(),
  receiptId: z.string(),
  code: z.string(),
  unitId: z.string().nullable(),
  amount: z.int(),
  /** Fee that the provider keeps of the amount, at the present rates of the method. */
  fee: z.int(),
  methodId: z.string().nullable(),
  kind: z.string(),
  reference: z.string().nullable(),
  accountingDate: z.string(),
  /** Working days since then. */
  days: z.int(),
  late: z.boolean(),
});

export const clearingLines = contract({
  method: 'get',
  path: '/payment-method/clearing',
  summary: 'Money on its way: the lines of receipts that have not arrived yet, and their sums by method',
  module: paymentMethod.code,
  query: z.strictObject({ methodId: z.string().max(40).optional() }),
  answer: z.object({
    lines: z.array(moneyOnItsWay),
    sums: z.array(
      z.object({
        methodId: z.string().nullable(),
        name: z.string().nullable(),
        amount: z.int(),
        count: z.int(),
      }),
    ),
  }),
});

const money = fieldSchema({ kind: 'money', min: 0, max: 1_000_000_000_000, required: true });

export const settleMoney = contract({
  method: 'post',
  path: '/payment-method/settle',
  summary: 'Money on its way has arrived: what came and what the provider kept are the lines named',
  module: paymentMethod.code,
  body: z.strictObject({
    receiptLineIds: z.array(z.string().max(60)).min(1).max(MOST_SETTLED),
    accountingDate: daySchema,
    amount: money,
    fee: money.default(0),
    statementLineId: z.string().max(40).optional(),
  }),
  answer: z.object({ settled: z.int() }),
});
