import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { daySchema, idSchema, monthSchema } from '../kit/schema.ts';
import { feeNotice } from './fee-notice.ts';
import { noticeDelivery, REASONS } from './notice-delivery.ts';
import { noticeRun } from './notice-run.ts';
import { NOTICE_CHANNELS, NOTICE_KINDS } from './notice-sending.ts';

export const sendPlan = contract({
  method: 'get',
  path: '/fee-notice/send-run/:id/plan',
  summary: 'Whom a sending of notices goes to by which channel, and who cannot be reached',
  module: noticeRun.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({
    households: z.int(),
    owed: z.int(),
    channels: z.array(
      z.object({
        channel: z.enum(NOTICE_CHANNELS),
        /** Numbers of recipients, of households that already received it, and of those without an address. */
        to: z.int(),
        known: z.int(),
        missing: z.int(),
      }),
    ),
    /** SMS segments of the run, their cost, and the rest of this month's cap. */
    sms: z.object({ segments: z.int(), cost: z.int(), left: z.int().nullable() }).nullable(),
    missing: z.array(z.object({ reason: z.enum(REASONS), count: z.int(), unitIds: z.array(z.string()) })),
    /** Sample text per channel, with segments for SMS. */
    samples: z.array(
      z.object({
        channel: z.enum(NOTICE_CHANNELS),
        unitId: z.string(),
        subject: z.string(),
        content: z.string(),
        segments: z.int().nullable(),
      }),
    ),
  }),
});

/** A short message with its length and price. */
export const smsShown = z.object({
  text: z.string(),
  encoding: z.string(),
  units: z.int(),
  segments: z.int(),
  cost: z.int().nullable(),
  /** The character that forces the wider SMS encoding. */
  wide: z.string().nullable(),
});

export const sendPreview = contract({
  method: 'post',
  path: '/fee-notice/:id/send-preview',
  summary: 'A notice as its household would get it by a channel, and why it would not get it',
  module: feeNotice.code,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    kind: z.enum(NOTICE_KINDS).default('NORMAL'),
    channel: z.enum(NOTICE_CHANNELS),
    message: z.string().trim().max(500).optional(),
  }),
  answer: z.object({
    unitId: z.string(),
    residentId: z.string().nullable(),
    /** Masked address. */
    to: z.string().nullable(),
    /** Why it would not be sent. */
    reason: z.enum(REASONS).nullable(),
    /** Whether this channel has told of it already. */
    already: z.boolean(),
    subject: z.string(),
    /** The complete mail. */
    html: z.string().nullable(),
    text: z.string(),
    sms: smsShown.nullable(),
    /** The paper, of channels that carry it. */
    pdfUrl: z.string().nullable(),
    template: z.object({ id: z.string(), name: z.string(), revision: z.int(), language: z.string() }).nullable(),
    faults: z.array(z.object({ code: z.string() })),
  }),
});

export const sendTest = contract({
  method: 'post',
  path: '/fee-notice/:id/send-test',
  summary: 'Send a notice, as its household would get it, to the mailbox or phone of the caller alone',
  module: feeNotice.code,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({ kind: z.enum(NOTICE_KINDS).default('NORMAL'), channel: z.enum(['EMAIL', 'SMS']) }),
  answer: z.object({ to: z.string() }),
});

export const sendFigures = contract({
  method: 'get',
  path: '/fee-notice/send-result/figures',
  summary: 'How many notices reached their households in each of the last twelve months, by channel',
  module: noticeDelivery.code,
  answer: z.array(
    z.object({
      month: z.string(),
      channel: z.enum(NOTICE_CHANNELS),
      reached: z.int(),
      failed: z.int(),
      waiting: z.int(),
      segments: z.int(),
    }),
  ),
});

export const sendReach = contract({
  method: 'get',
  path: '/fee-notice/send-result/reach',
  summary: 'How many households the notices of a month, or of a sending, have reached by any channel, and who is left',
  module: noticeDelivery.code,
  query: z.strictObject({ month: monthSchema.optional(), runId: idSchema.optional() }),
  answer: z.object({
    /** The month asked for, else the newest that was sent. */
    month: z.string().nullable(),
    reached: z.int(),
    onTheWay: z.int(),
    notReached: z.int(),
    /** Some of those that nothing has reached. */
    missing: z.array(z.object({ noticeId: z.string(), unitId: z.string() })),
  }),
});

export const countSchema = z.int();
const rates = z.object({ delivered: z.number(), bounce: z.number(), complaint: z.number() });

export const sendStatistics = contract({
  method: 'get',
  path: '/fee-notice/send-result/statistics',
  summary: 'What became of sendings in a period: counts by status and reason, rates, cost',
  module: noticeDelivery.code,
  query: z.strictObject({
    from: daySchema,
    to: daySchema,
    by: z.enum(['day', 'week', 'month']).default('day'),
    channel: z.enum(NOTICE_CHANNELS).optional(),
    kind: z.enum(NOTICE_KINDS).optional(),
  }),
  answer: z.object({
    rows: z.array(
      z.object({
        at: z.string(),
        channel: z.enum(NOTICE_CHANNELS),
        reached: countSchema,
        failed: countSchema,
        waiting: countSchema,
        cost: countSchema,
      }),
    ),
    byStatus: z.record(z.string(), countSchema),
    byReason: z.array(z.object({ reason: z.enum(REASONS), count: countSchema })),
    rates,
    cost: countSchema,
    /** Rates of the last seven days that endanger the sender's reputation. */
    warnings: z.array(z.enum(['BOUNCES', 'COMPLAINTS'])),
  }),
});
