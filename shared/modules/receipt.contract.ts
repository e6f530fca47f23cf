import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { receipt } from './receipt.ts';

export const paidFor = contract({
  method: 'get',
  path: '/receipt/:id/paid-for',
  summary: 'What a receipt paid, line by line, with what is left of each bill',
  module: receipt.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(
    z.object({
      kind: z.string(),
      /** Of late interest the late bill. */
      billId: z.string().nullable(),
      code: z.string().nullable(),
      month: z.string().nullable(),
      serviceId: z.string().nullable(),
      categoryId: z.string().nullable(),
      amount: z.int(),
      left: z.int().nullable(),
    }),
  ),
});

export const unitReceipts = contract({
  method: 'get',
  path: '/receipt/units/:unitId',
  summary: 'The newest receipts of a unit, each with what it paid in the reader’s language',
  module: receipt.code,
  params: z.strictObject({ unitId: idSchema }),
  answer: z.array(
    z.object({
      id: z.string(),
      code: z.string().nullable(),
      day: z.string(),
      amount: z.int(),
      /** As staff wrote it. */
      content: z.string().nullable(),
      cancelled: z.boolean(),
      /** Whether it holds a deposit. */
      deposit: z.boolean(),
      /** Services and months of its bills, newest first. */
      bills: z.array(z.object({ service: z.string(), month: z.string() })),
      /** Amenity and start of the booking that it paid. */
      booking: z.object({ amenity: z.string(), startAt: z.string().nullable() }).nullable(),
    }),
  ),
});
