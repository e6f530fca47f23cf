import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { LANGUAGES } from '../kit/languages.ts';
import { fieldSchema, idSchema } from '../kit/schema.ts';
import { bill, PAYMENT_STATES } from './bill.ts';
import { SERVICE_GROUPS } from './tariff.ts';

const money = z.int();
const monthBill = z.object({ month: z.string(), quantity: z.number().nullable(), total: money });

export const explainBill = contract({
  method: 'get',
  path: '/bill/:id/explain',
  summary: 'How a bill came to its total, line by line in words, beside the month before',
  module: bill.code,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ language: z.enum(LANGUAGES).optional() }),
  answer: z.object({
    code: z.string().nullable(),
    month: z.string(),
    service: z.string(),
    /** Unit of its quantity. */
    unitName: z.string().nullable(),
    /** One sentence each about period, meter readings and free quantity. */
    facts: z.array(z.string()),
    /** Amounts in whole VND that add up to the total. */
    lines: z.array(z.object({ key: z.string(), what: z.string(), amount: money })),
    total: money,
    /** VAT within the prices of the lines; 0 if it is a line of its own, or there is none. */
    includedVat: money,
    /** Bill of the same service in the previous month; null if there is none or the reader may not see it. */
    previous: monthBill.extend({ id: z.string() }).nullable(),
    /** Receipts that paid it, oldest first; none for residents and those who may not read receipts. */
    payments: z.array(z.object({ id: z.string(), code: z.string(), day: z.string(), amount: money })),
    /** Tariff versions that the bill was calculated by. */
    versionIds: z.array(z.string()),
    /** Photos of the meter readings. */
    photos: z.array(z.object({ id: z.string(), url: z.string(), thumbUrl: z.string().nullable() })),
  }),
});

export const unitBills = contract({
  method: 'get',
  path: '/bill/units/:unitId',
  summary: 'The newest bills of a unit by month, and the services that it is billed for',
  module: bill.code,
  params: z.strictObject({ unitId: idSchema }),
  answer: z.object({
    bills: z.array(
      z.object({
        id: z.string(),
        code: z.string().nullable(),
        serviceId: z.string(),
        service: z.string(),
        group: z.enum(SERVICE_GROUPS),
        unitName: z.string().nullable(),
        createdFor: z.enum(bill.fields.createdFor.options),
        periodStart: z.string().nullable(),
        periodEnd: z.string().nullable(),
        month: z.string(),
        noticeMonth: z.string().nullable(),
        quantity: z.number().nullable(),
        total: money,
        remaining: money,
        /** Late interest up to today that is not charged yet. */
        interest: money,
        status: z.string(),
        paymentState: z.enum(PAYMENT_STATES),
        dueDate: z.string().nullable(),
        /** Date of the last receipt that paid this bill. */
        paidOn: z.string().nullable(),
        /** Adjustment and its reason; already included in the total. */
        adjusted: z.object({ amount: money, reason: z.string().nullable() }).nullable(),
      }),
    ),
    /** Services billed to the unit, each with its latest bill. */
    services: z.array(z.object({ id: z.string(), name: z.string(), unitName: z.string().nullable(), last: monthBill })),
  }),
});

const day = fieldSchema({ kind: 'date' });

export const billInterest = contract({
  method: 'get',
  path: '/bill/:id/interest',
  summary: 'The late interest of a bill by a day, stretch by stretch',
  module: bill.code,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ until: day.optional() }),
  answer: z.object({
    through: z.string().nullable(),
    accrued: z.int(),
    posted: z.int(),
    paid: z.int(),
    left: z.int(),
    waived: z.int(),
    stretches: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        days: z.int(),
        principal: z.int(),
        rate: z.number(),
        exact: z.number(),
      }),
    ),
    /** Interest charged, and waivers. */
    postings: z.array(
      z.object({
        id: z.string(),
        cause: z.enum(['CHARGE', 'RECEIPT', 'WAIVE']),
        day: z.string(),
        amount: z.int(),
        reason: z.string().nullable(),
        open: z.boolean(),
      }),
    ),
  }),
});

const STEPS = ['read', 'billed', 'told', 'paid', 'reminded', 'locked'] as const;
export const monthStep = z.object({
  key: z.enum(STEPS),
  done: z.boolean(),
  /** Progress out of `of`; for money a percentage. */
  count: z.number().nullable(),
  of: z.int().nullable(),
  /** Completion date, or due date. */
  day: z.string().nullable(),
  link: z.string(),
});

export const monthPath = contract({
  method: 'get',
  path: '/home/month',
  summary: 'How far the last month of fees is, from its readings to the lock of its books',
  module: bill.code,
  answer: z.object({ month: z.string(), steps: z.array(monthStep) }).nullable(),
});
