import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { many } from '../kit/query-schema.ts';
import { idSchema } from '../kit/schema.ts';
import { room } from './room.ts';

export const roomReadingSchema = z.object({
  roomId: idSchema,
  unread: z.int(),
  firstUnreadId: z.string().nullable(),
  lastReadId: z.string().nullable(),
  /** Last message visible to the reader. */
  lastId: z.string().nullable(),
  /** Last message read by the other side. */
  othersReadId: z.string().nullable(),
  readers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.string(),
      messageId: z.string(),
      /** Time of reading. */
      at: z.string(),
      /** Whether the last message is their own; then they do not count as its readers. */
      wroteLast: z.boolean(),
    }),
  ),
});

export const roomReadStatus = contract({
  method: 'get',
  path: '/rooms/read-status',
  summary: 'Of each room that the caller sees: how much they have not read, and who has read how far',
  module: room.code,
  query: z.strictObject({ roomIds: many(idSchema) }),
  answer: z.array(roomReadingSchema),
});
