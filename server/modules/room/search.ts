import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { wholeNumber } from '@lobby/shared/kit/query-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { wordKeys } from '@lobby/shared/kit/text-search.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { loadFiles } from '../../kit/files/files.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { loadScope, readerOf } from '../../kit/records/acts/act.ts';
import { records } from '../../kit/store/records.ts';
import { type Message, messageSchema, messagesOf, readableBy, shown } from '../../kit/thread/messages.ts';
import { roomThread } from './talk.ts';

/** Days searched back over all rooms. */
const DAYS = 365;
const BATCH = 200;
/** Maximum number of batches searched for rooms that the caller sees. */
const BATCHES = 10;

/** Query for messages with all the words; the last one may be incomplete. */
function holding(q: string): Record<string, unknown> {
  const words = wordKeys(q);
  const last = words.pop();
  if (!last) failFields({ q: { code: 'TOO_SHORT', params: { min: 2 } } });
  return { $and: [...words.map(word => ({ words: word })), { words: { $regex: `^${last}` } }] };
}

/** Messages that the caller may read, in rooms that they see. */
async function readable(ctx: Ctx, messages: readonly Message[]): Promise<Message[]> {
  const ids = [...new Set(messages.map(({ roomId }) => String(roomId)))];
  const rooms = await records(room).find(
    ctx,
    { _id: { $in: ids }, ...(await loadScope(ctx, room)) },
    { patience: 2000 },
  );
  const seen = new Map(rooms.map(doc => [doc._id, readableBy(ctx, roomThread, doc)]));
  return messages.filter(message => {
    const rule = seen.get(String(message.roomId));
    return rule && !(message.private && rule.private === false) && (!ctx.livesSince || message.at >= ctx.livesSince);
  });
}

async function findMessages(ctx: Ctx, q: string, before: string | undefined, limit: number): Promise<Message[]> {
  const since = new Date(ctx.now.getTime() - DAYS * DAY_MS);
  const base = {
    projectId: ctx.projectId,
    at: { $gte: since },
    ...holding(q),
    ...(ctx.kind === 'resident' && { unitId: ctx.unitId, private: false }),
  };
  const rows: Message[] = [];
  let place = before;
  for (let batch = 0; batch < BATCHES && rows.length < limit; batch++) {
    const next = await messagesOf(roomThread)
      .find({ ...base, ...(place && { _id: { $lt: place } }) })
      .sort({ _id: -1 })
      .limit(BATCH)
      .maxTimeMS(2000)
      .toArray();
    rows.push(...(await readable(ctx, next)));
    place = next.at(-1)?._id;
    if (next.length < BATCH) break;
  }
  return rows.slice(0, limit);
}

/** `GET /rooms/messages`: searches messages in all rooms that the caller sees. */
export const messageSearch: Route = route({
  method: 'get',
  path: `${room.path}/messages`,
  summary: 'What was said in the last 365 days in any room that the caller sees, newest first',
  module: room.code,
  flags: ['read'],
  residents: true,
  query: z.strictObject({
    q: z.string().trim().min(2).max(100),
    limit: wholeNumber(1, 100).default(20),
    before: idSchema.optional(),
  }),
  answer: z.array(messageSchema),
  async run(ctx, { query: { q, before, limit } }) {
    const rows = await findMessages(ctx, q, before, limit);
    const files = await loadFiles(
      ctx,
      rows.flatMap(({ images, attachments = [] }) => [...images, ...attachments]),
    );
    return rows.map(row => shown(roomThread, row, files, readerOf(ctx)));
  },
});
