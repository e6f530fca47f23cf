import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { daySchema, idSchema } from '../kit/schema.ts';
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
