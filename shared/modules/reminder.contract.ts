import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { fieldSchema, monthSchema } from '../kit/schema.ts';
import { NOTICE_CHANNELS } from './notice-sending.ts';
import { OUTCOMES, REMINDER_KINDS, reminderRule } from './reminder.ts';

export const reminderPlan = contract({
  method: 'get',
  path: '/fee-notice/reminder-plan',
  summary: 'What would be sent as reminders on a day, to whom, and why others get none',
  module: reminderRule.code,
  query: z.strictObject({ day: fieldSchema({ kind: 'date' }).optional() }),
  answer: z.object({
    day: z.string(),
    /** Whether the day is a working day, and otherwise the day on which reminders are sent instead. */
    working: z.boolean(),
    next: z.string(),
    rules: z.int(),
    counts: z.array(z.object({ outcome: z.enum(OUTCOMES), count: z.int(), owed: z.int() })),
    rows: z.array(
      z.object({
        noticeId: z.string(),
        unitId: z.string(),
        month: z.string(),
        dueDate: z.string(),
        kind: z.enum(REMINDER_KINDS),
        outcome: z.enum(OUTCOMES),
        reason: z.string(),
        owed: z.int(),
        daysLate: z.int(),
        lateFee: z.int(),
        channels: z.array(z.enum(NOTICE_CHANNELS)),
      }),
    ),
  }),
});

export const reminderMonth = contract({
  method: 'get',
  path: '/fee-notice/reminder-plan/month',
  summary: 'How many households come to each level of reminders on the days of a month, if nobody pays',
  module: reminderRule.code,
  query: z.strictObject({ month: monthSchema }),
  answer: z.array(z.object({ day: z.string(), working: z.boolean(), levels: z.array(z.int()) })),
});
