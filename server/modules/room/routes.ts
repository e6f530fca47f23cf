import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { roomReadingSchema, roomReadStatus } from '@lobby/shared/modules/room.contract.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { ROOM_TYPES } from '@lobby/shared/modules/room-topic.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { withLock } from '../../kit/database/lock.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load, loadScope } from '../../kit/records/acts/act.ts';
import { create } from '../../kit/records/records.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { sees } from '../../kit/store/row-access.ts';
import { save } from '../../kit/store/save.ts';
import { messagesOf, readableBy } from '../../kit/thread/messages.ts';
import { say } from '../../kit/thread/routes.ts';
import { loadStatus, markRead } from './marks.ts';
import { roomThread } from './talk.ts';
import { loadTopic } from './topics.ts';

const TEXT = fieldSchema({ kind: 'longText', max: 5000 });
const fields = {
  roomType: z.enum(ROOM_TYPES, 'CHOICE_INVALID').default('MANAGEMENT'),
  title: fieldSchema({ kind: 'text', max: 200 }).nullish(),
  content: TEXT.optional(),
};
const common = { module: room.code, flags: ['read'] as const, residents: true };

/** The room of a unit for a topic, created if missing; there is never more than one. */
const loadRoom = (
  ctx: Ctx,
  unitId: string,
  values: Pick<Values<typeof room>, 'roomType' | 'title'>,
): Promise<{ doc: Doc<typeof room>; isNew: boolean }> =>
  // Concurrent calls are serialised: the second finds the room of the first.
  withLock(`room ${unitId} ${values.roomType}`, () => findOrMake(ctx, unitId, values));

async function findOrMake(ctx: Ctx, unitId: string, values: Pick<Values<typeof room>, 'roomType' | 'title'>) {
  const { roomType = null } = values;
  const existing = await records(room).first(ctx, { unitId, roomType });
  // A room of another department is not shown, and no second one is created.
  if (existing && ctx.kind === 'staff' && !sees(room, ctx, existing))
    return fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: room.code });
  if (existing) return { doc: await asNew(ctx, existing), isNew: false };
  const { code: title } = await needRef(ctx, unit, unitId, 'unitId');
  const topic = await loadTopic(ctx, roomType);
  if (ctx.kind === 'resident' && topic?.active === false)
    return failFields({ roomType: { code: 'ROOM_TOPIC_OFF' } }, 'ROOM_TOPIC_OFF');
  const departmentIds = topic?.departmentIds ?? [];
  const made = await create(ctx, room, { title, departmentIds, ...values, unitId }, {});
  return { doc: await load(ctx, room, String(made.id)), isNew: true };
}

/** For residents who moved in after the last message the room starts anew: title and last text are not theirs to read. */
async function asNew(ctx: Ctx, doc: Doc<typeof room>): Promise<Doc<typeof room>> {
  const last = doc.lastMessageAt;
  if (!ctx.livesSince || !last || last >= ctx.livesSince) return doc;
  const { code: title } = await needRef(ctx, unit, doc.unitId ?? '', 'unitId');
  const set = { title, writerId: null, lastText: null, lastMessageAt: null };
  await save({ ...ctx, once: null }, [{ definition: room, action: 'update', update: { doc, set, keepVersion: true } }]);
  return load(ctx, room, doc._id);
}

async function messageIn(ctx: Ctx, doc: Doc<typeof room>, id?: string) {
  const query = { projectId: ctx.projectId, roomId: doc._id, ...readableBy(ctx, roomThread, doc) };
  const message = messagesOf(roomThread).findOne({ ...query, ...(id && { _id: id }) }, { sort: { _id: -1 } });
  return (await message) ?? (id ? fail('NOT_FOUND') : null);
}

/** Routes of chat beyond those of every module (rules.md 7). */
export const roomRoutes: Route[] = [
  route({
    ...common,
    method: 'post',
    path: `${room.path}/create`,
    summary: 'The room of a unit on a topic: the open one, or a new one; with a first message where one is given',
    flags: ['write'],
    creates: true,
    body: z.strictObject({ ...fields, unitId: idSchema.optional(), residentId: idSchema.nullish() }),
    residentBody: z.strictObject(fields),
    answer: responseSchema(room, 'detail'),
    async run(ctx, { body, req, res }) {
      const { content, title, ...values } = body as typeof body & { unitId?: string; residentId?: string | null };
      const unitId = (ctx.kind === 'resident' ? ctx.unitId : (values.unitId ?? req.header('X-Unit-Id'))) ?? '';
      if (!unitId) failFields({ unitId: { code: 'REQUIRED' } });
      const residentId = ctx.kind === 'resident' ? null : (values.residentId ?? null);
      await needRef(ctx, unit, unitId, 'unitId');
      if (residentId) {
        const { unitIds } = await needRef(ctx, resident, residentId, 'residentId');
        if (!unitIds.includes(unitId))
          failFields({ residentId: { code: 'ROOM_RESIDENT_NOT_IN_UNIT' } }, 'ROOM_RESIDENT_NOT_IN_UNIT');
      }
      const about = typeof title === 'string' && title !== '' ? { title } : {};
      const { doc, isNew } = await loadRoom(ctx, unitId, { roomType: values.roomType, ...about });
      res.locals.found = !isNew;
      if (content) await say({ ...ctx, once: null }, roomThread, doc._id, { content });
      return loadDetail(ctx, room, content ? await load(ctx, room, doc._id) : doc);
    },
  }),
  route(roomReadStatus, {
    flags: ['read'],
    residents: true,
    async run(ctx, { query }) {
      const seen = { projectId: ctx.projectId, deletedAt: null, ...(await loadScope(ctx, room)) };
      const rooms = await records(room).find(
        ctx,
        { ...seen, _id: { $in: [...new Set(query.roomIds)] } },
        { patience: 2000 },
      );
      return Promise.all(rooms.map(doc => loadStatus(ctx, doc)));
    },
  }),
  route({
    ...common,
    method: 'put',
    path: `${room.path}/:id/messages/readall`,
    summary: 'Mark all of a room as read',
    params: z.strictObject({ id: idSchema }),
    answer: roomReadingSchema,
    async run(ctx, { params: { id } }) {
      const doc = await load(ctx, room, id);
      const last = await messageIn(ctx, doc);
      if (last) await markRead(ctx, doc, last);
      return loadStatus(ctx, doc);
    },
  }),
  route({
    ...common,
    method: 'put',
    path: `${room.path}/:id/messages/:messageId/read`,
    summary: 'Mark a room as read up to a message',
    params: z.strictObject({ id: idSchema, messageId: idSchema }),
    answer: roomReadingSchema,
    async run(ctx, { params: { id, messageId } }) {
      const doc = await load(ctx, room, id);
      const message = await messageIn(ctx, doc, messageId);
      if (message) await markRead(ctx, doc, message);
      return loadStatus(ctx, doc);
    },
  }),
];
