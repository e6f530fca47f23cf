import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { daySchema, idSchema, monthSchema } from '../kit/schema.ts';
import { payment } from './payment.ts';
import { multi } from './payment-input.ts';

export const mostOwed = contract({
  method: 'get',
  path: '/payment/most-owed',
  summary: 'The units that owe most',
  module: payment.code,
  answer: z.array(
    z.object({
      unitId: z.string(),
      code: z.string(),
      residentId: idSchema.nullable(),
      owed: z.int(),
      /** Late interest within the debt. */
      interest: z.int(),
      bills: z.int(),
      daysLate: z.int(),
    }),
  ),
});

const ref = z.string();
export const openBill = z.object({
  id: ref,
  code: z.string(),
  serviceId: ref,
  month: z.string(),
  dueDate: z.string().nullable(),
  total: z.int(),
  paid: z.int(),
  left: z.int(),
  interest: z.int(),
});

export const unitToPay = contract({
  method: 'get',
  path: '/payment/unit/:unitId',
  summary: 'What a unit owes and has, to be paid',
  module: payment.code,
  params: z.strictObject({ unitId: idSchema }),
  query: z.strictObject({ asOf: daySchema.optional() }),
  answer: z.object({
    unitId: ref,
    code: z.string(),
    bills: z.array(openBill),
    account: z.int(),
    openingLeft: z.int(),
    advances: z.array(z.object({ serviceId: ref, balance: z.int() })),
    receipts: z.array(
      z.object({ id: ref, code: z.string(), accountingDate: z.string(), amount: z.int(), status: z.string() }),
    ),
    payers: z.array(z.object({ residentId: ref, role: z.string() })),
  }),
});

export const MOST_UNITS = 1000;

export const unitsToPay = contract({
  method: 'get',
  path: '/payment/multi',
  summary: 'What units owe, to be paid together',
  module: payment.code,
  query: z.strictObject({
    unitIds: z.array(idSchema).max(MOST_UNITS).optional(),
    codes: z.array(z.string().max(60)).max(MOST_UNITS).optional(),
    blockId: idSchema.optional(),
    floorId: idSchema.optional(),
    labelId: idSchema.optional(),
    /** Month of the fee notice that an owed bill was sent with. */
    noticeMonth: monthSchema.optional(),
    /** Minimum debt. */
    owesFrom: z.coerce.number().int().min(0).max(100_000_000_000).optional(),
  }),
  answer: z.array(
    z.object({
      unitId: z.string(),
      code: z.string(),
      owed: z.int(),
      /** Late interest within the debt. */
      interest: z.int(),
      bills: z.int(),
      fault: z.string().nullable(),
    }),
  ),
});

export const refusedRow = z.object({ unitId: z.string(), code: z.string(), message: z.string() });

export const payMany = contract({
  method: 'post',
  path: '/payment/multi',
  summary: 'Take the payments of many units, a receipt for each',
  module: payment.code,
  body: multi,
  answer: z.object({
    done: z.array(z.object({ unitId: z.string(), receiptId: z.string(), code: z.string(), amount: z.int() })),
    refused: z.array(refusedRow),
  }),
});
