import { notificationFilter, notificationList } from '@lobby/shared/kit/notification.contract.ts';
import { contentRange } from '@lobby/shared/kit/paging.ts';
import { modulesOfTypes } from '@lobby/shared/kit/push-types.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { type Session, transaction } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { writeEvents } from '../../kit/store/events.ts';
import { loadAbouts } from './about.ts';
import { mineOf } from './count-unseen.ts';
import { type Notification, type NotificationAct, notifications, tellingOf } from './notifications.ts';
import { presentNotification } from './presentation.ts';
import { seenDevice } from './push/devices.ts';

type Filter = z.infer<typeof notificationFilter>;

function queryOf({ read, module, type, topic, entityId, at }: Filter): Record<string, unknown>[] {
  const types = type && modulesOfTypes(type);
  return [
    read ? { readAt: read === 'true' ? { $ne: null } : null } : {},
    module ? { 'subject.module': { $in: module } } : {},
    types
      ? {
          $or: [
            { 'subject.module': { $in: types.named } },
            ...(types.others ? [{ 'subject.module': { $nin: types.others } }] : []),
          ],
        }
      : {},
    topic ? { topic: { $in: topic } } : {},
    entityId ? { 'subject.id': { $in: entityId } } : {},
    at?.from ? { at: { $gte: new Date(at.from) } } : {},
    at?.to ? { at: { $lte: new Date(at.to) } } : {},
  ].filter(condition => Object.keys(condition).length > 0);
}

/** Marks notifications of the caller, and tells their other clients. */
async function mark(
  ctx: Ctx,
  action: NotificationAct,
  id: string | null,
  write: (session: Session) => Promise<number>,
) {
  await transaction(async session => {
    if ((await write(session)) > 0) await writeEvents([tellingOf(ctx, action, [ctx.userId], id)], session);
  });
  return null;
}

const readNow = ({ now }: Ctx) => [{ $set: { readAt: now, viewedAt: { $ifNull: ['$viewedAt', now] } } }];
const common = { module: 'NOTIFICATION', residents: true } as const;

/** Notifications of a user in a project: the list behind the bell (rules.md 7, Histories and notifications). */
export const notificationRoutes: Route[] = [
  route(notificationList, {
    residents: true,
    async run(ctx, { query: { page, limit, filter }, req, res }) {
      await seenDevice(ctx, req.header('X-Device-Id'));
      const where = { $and: [mineOf(ctx), ...queryOf(filter)] };
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
      const about = await loadAbouts(ctx.projectId, rows, ctx);
      return rows.map((row: Notification) => presentNotification(row, ctx, about.get(row._id)));
    },
  }),
  route({
    ...common,
    method: 'put',
    path: '/histories/read-all',
    summary: 'Mark everything as read, or what a filter finds',
    body: z.strictObject({ filter: notificationFilter.optional() }).default({}),
    answer: z.null(),
    run: (ctx, { body: { filter = {} } }) =>
      mark(ctx, 'read', null, async session => {
        const unread = { $and: [mineOf(ctx), { readAt: null }, ...queryOf(filter)] };
        return (await notifications().updateMany(unread, readNow(ctx), { session })).modifiedCount;
      }),
  }),
  route({
    ...common,
    method: 'put',
    path: '/histories/view-all',
    summary: 'Mark everything as seen: the bell counts from here on',
    answer: z.null(),
    run: ctx =>
      mark(ctx, 'view', null, async session => {
        const unseen = { ...mineOf(ctx), viewedAt: null };
        return (await notifications().updateMany(unseen, { $set: { viewedAt: ctx.now } }, { session })).modifiedCount;
      }),
  }),
  route({
    ...common,
    method: 'patch',
    path: '/histories/:id/read',
    summary: 'Mark one as read',
    params: z.strictObject({ id: idSchema }),
    answer: z.null(),
    async run(ctx, { params }) {
      const mine = { _id: params.id, ...mineOf(ctx) };
      if (!(await notifications().findOne(mine, { projection: { _id: 1 } }))) fail('NOT_FOUND');
      return mark(ctx, 'read', params.id, async session => {
        const unread = { ...mine, readAt: null };
        return (await notifications().updateOne(unread, readNow(ctx), { session })).modifiedCount;
      });
    },
  }),
];
