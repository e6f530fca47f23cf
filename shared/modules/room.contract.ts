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
  /** The last message that the reader sees. */
  lastId: z.string().nullable(),
  /** Up to where the other side has read. */
  othersReadId: z.string().nullable(),
  readers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.string(),
      messageId: z.string(),
      /** When they read it. */
      at: z.string(),
      /** The last word is their own: they are not among those who have read it. */
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
