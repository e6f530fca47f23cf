import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { isDay } from '../kit/dates.ts';
import { periodQuery } from '../kit/query-schema.ts';
import { idSchema } from '../kit/schema.ts';
import { receipt } from './receipt.ts';
import { balanceSheet } from './reports.ts';

const day = z.string().max(10).refine(isDay, 'DATE_INVALID').optional();
export const incomeQuery = z.strictObject({ from: day, to: day, compareFrom: day, compareTo: day });

export const incomeByDay = contract({
  method: 'get',
  path: '/statistics/income',
  summary: 'What came in, added up day by day: this month beside the one before, or a time beside another',
  module: receipt.code,
  query: incomeQuery,
  answer: z.object({
    from: z.string(),
    to: z.string(),
    before: z.object({ from: z.string(), to: z.string() }),
    by: z.enum(['day', 'week', 'month']),
    points: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        /** Whether today is in it. */
        open: z.boolean(),
        now: z.int().nullable(),
        before: z.int().nullable(),
      }),
    ),
  }),
});

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

export const inputVatRow = z.object({
  payslipId: z.string(),
  code: z.string(),
  day: z.string(),
  payee: z.string(),
  invoiceNo: z.string().nullable(),
  category: z.string(),
  net: z.int(),
  vat: z.int(),
});

export const inputVat = contract({
  method: 'get',
  path: '/statistics/balance-sheet/input-vat',
  summary: 'The VAT on what was bought between two days, line by line of payslips',
  module: balanceSheet.code,
  query: periodQuery,
  answer: z.object({ rows: z.array(inputVatRow), net: z.int(), vat: z.int() }),
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
