import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { feeNotice } from './fee-notice.ts';

const CHANNELS = ['EMAIL', 'SMS', 'ZALO'] as const;
export const keptHeadSchema = z.object({
  id: z.string(),
  at: z.string(),
  channel: z.enum(CHANNELS),
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  segments: z.int().nullable(),
  bytes: z.int(),
  attachments: z.array(z.string()),
  answers: z.array(z.object({ as: z.string(), at: z.string() })),
});

export const outboxMessages = contract({
  method: 'get',
  path: '/outbox/messages',
  summary: 'Messages of the project that no server takes, newest first, with how many there are by channel',
  module: feeNotice.code,
  query: z.strictObject({
    channel: z.enum(CHANNELS).optional(),
    q: z.string().max(200).optional(),
    after: idSchema.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({
    rows: z.array(keptHeadSchema),
    counts: z.object({ EMAIL: z.int(), SMS: z.int(), ZALO: z.int() }),
    channels: z.array(z.enum(CHANNELS)),
    more: z.boolean(),
    demo: z.boolean(),
  }),
});
