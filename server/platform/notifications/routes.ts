import { notificationTarget } from '@lobby/shared/kit/notification-target.ts';
import { contentRange } from '@lobby/shared/kit/paging.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { type Session, transaction } from '../../kit/database/database.ts';
import { many, paging } from '../../kit/http/query.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { writeEvents } from '../../kit/store/events.ts';
import { countUnseen, mineOf, seenBy } from './count-unseen.ts';
import { type Notification, notifications, type Seen, seen, tellingOf } from './notifications.ts';

const shape = z.object({
  id: z.string(),
  projectId: z.string(),
  type: z.string(),
  module: z.string(),
  entityId: z.string(),
  title: z.string(),
  by: z.string(),
  at: z.string(),
  read: z.boolean(),
  viewed: z.boolean(),
  /** The page it leads to. */
  url: z.string(),
});
const shown = (row: Notification, userId: string, { readAt, viewedAt }: Seen): z.infer<typeof shape> => ({
  id: row._id,
  projectId: row.projectId,
  type: row.type,
  module: row.subject.module,
  entityId: row.subject.id,
  title: row.subject.title,
  by: row.by,
  at: row.at.toISOString(),
  read: row.at <= readAt || row.readBy.includes(userId),
  viewed: row.at <= viewedAt,
  url: notificationTarget(row.projectId, row.subject),
});

const filterSchema = z.strictObject({
  read: z.enum(['true', 'false']).optional(),
  module: many(z.string().max(60)).optional(),
});

/** What has been read, as a query; a boundary and single rows together. */
function readQuery(userId: string, { readAt }: Seen, read: 'true' | 'false' | undefined): Record<string, unknown> {
  if (!read) return {};
  return read === 'true'
    ? { $or: [{ at: { $lte: readAt } }, { readBy: userId }] }
    : { at: { $gt: readAt }, readBy: { $ne: userId } };
}

/** Marks something in the caller's own list, and tells their other tabs and devices. */
async function mark(ctx: Ctx, write: (session: Session) => Promise<unknown>): Promise<null> {
  await transaction(async session => {
    await write(session);
    await writeEvents([tellingOf(ctx, 'read', [ctx.userId], null)], session);
  });
  return null;
}

/** Sets until when the list was seen, or read; the other mark stays as it was. */
const setSeen = (ctx: Ctx, { viewedAt, readAt }: Partial<Omit<Seen, '_id'>>) =>
  mark(ctx, session =>
    seen().updateOne(
      { _id: `${ctx.userId}/${ctx.projectId}` },
      [
        {
          $set: {
            viewedAt: viewedAt ?? { $ifNull: ['$viewedAt', new Date(0)] },
            readAt: readAt ?? { $ifNull: ['$readAt', new Date(0)] },
          },
        },
      ],
      { upsert: true, session },
    ),
  );

const common = { module: 'NOTIFICATION', residents: true } as const;

/** What somebody was told of in a project: the list behind the bell (rules.md 7, Histories and notifications). */
export const notificationRoutes: Route[] = [
  route({
    ...common,
    method: 'get',
    path: '/histories/pms',
    summary: 'What the caller was told of in the project, newest first',
    query: z.strictObject({ ...paging, filter: filterSchema.default({}) }),
    answer: z.array(shape),
    async run(ctx, { query: { page, limit, filter }, res }) {
      const marks = await seenBy(ctx.userId, ctx.projectId);
      const where = {
        ...mineOf(ctx),
        ...(filter.module && { 'subject.module': { $in: filter.module } }),
        ...readQuery(ctx.userId, marks, filter.read),
      };
      const [rows, total] = await Promise.all([
        notifications()
          .find(where)
          .sort({ at: -1, _id: -1 })
          .skip((page - 1) * limit)
          .limit(limit)
          .maxTimeMS(2000)
          .toArray(),
        notifications().countDocuments(where, { maxTimeMS: 2000 }),
      ]);
      res.set('Content-Range', contentRange((page - 1) * limit, rows.length, total));
      return rows.map(row => shown(row, ctx.userId, marks));
    },
  }),
  route({
    ...common,
    method: 'get',
    path: '/histories/count-badges',
    summary: 'How many the caller has not seen yet',
    answer: z.object({ NOTIFICATION: z.int() }),
    run: async ctx => ({ NOTIFICATION: await countUnseen(ctx.userId, ctx.projectId, ctx.unitId) }),
  }),
  route({
    ...common,
    method: 'put',
    path: '/histories/read-all',
    summary: 'Mark everything as read',
    answer: z.null(),
    run: ctx => setSeen(ctx, { readAt: ctx.now, viewedAt: ctx.now }),
  }),
  route({
    ...common,
    method: 'put',
    path: '/histories/view-all',
    summary: 'Mark everything as seen: the bell counts from here on',
    answer: z.null(),
    run: ctx => setSeen(ctx, { viewedAt: ctx.now }),
  }),
  route({
    ...common,
    method: 'patch',
    path: '/histories/:id/read',
    summary: 'Mark one as read',
    params: z.strictObject({ id: idSchema }),
    answer: z.null(),
    async run(ctx, { params }) {
      const one = { _id: params.id, ...mineOf(ctx) };
      if (!(await notifications().findOne(one, { projection: { _id: 1 } }))) fail('NOT_FOUND');
      return mark(ctx, session => notifications().updateOne(one, { $addToSet: { readBy: ctx.userId } }, { session }));
    },
  }),
];
