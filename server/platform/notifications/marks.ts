import type { Ctx } from '../../kit/base/context.ts';
import { type Session, transaction } from '../../kit/database/database.ts';
import { writeEvents } from '../../kit/store/events.ts';
import { mineOf } from './count-unseen.ts';
import { notifications, type Told, tellingOf } from './rows.ts';

/** Marks something in the caller's own list, and tells their other tabs and devices. */
export async function mark(ctx: Ctx, action: Told, id: string | null, write: (session: Session) => Promise<number>) {
  await transaction(async session => {
    if ((await write(session)) > 0) await writeEvents([tellingOf(ctx, action, [ctx.userId], id)], session);
  });
  return null;
}

export const readNow = ({ now }: Ctx) => [{ $set: { readAt: now, viewedAt: { $ifNull: ['$viewedAt', now] } } }];

/** Whoever has read of a record up to a moment, wherever that was, has read what they were told of it until then. */
export const readAbout = (ctx: Ctx, entityId: string, until: Date): Promise<null> =>
  mark(ctx, 'read', null, async session => {
    const unread = { $and: [mineOf(ctx), { readAt: null, 'subject.id': entityId, at: { $lte: until } }] };
    return (await notifications().updateMany(unread, readNow(ctx), { session })).modifiedCount;
  });
