import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { holds } from '@lobby/shared/kit/permissions.ts';
import { employee, position } from '@lobby/shared/modules/employee.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { ROOM_TYPES, roomTopic } from '@lobby/shared/modules/room-topic.ts';
import { afterWorkingTime } from '@lobby/shared/modules/working-time.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { withLock } from '../../kit/database/lock.ts';
import type { Route } from '../../kit/http/route.ts';
import { build } from '../../kit/records/records.ts';
import type { BehaviourOf } from '../../kit/records/typed-behaviour.ts';
import { keepBeside } from '../../kit/store/beside.ts';
import { writeEvents } from '../../kit/store/events.ts';
import { type Doc, fieldOf, records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { loadCalendar } from '../work-schedule/index.ts';

type Topic = Doc<typeof roomTopic>;

const stored = ({ projectId }: Pick<Ctx, 'projectId'>) =>
  records(roomTopic).find({ projectId }, {}, { sort: { createdAt: 1, _id: 1 } });

/** Topics of a project; missing ones are created. */
export async function loadTopics(ctx: Ctx): Promise<Topic[]> {
  const topics = await stored(ctx);
  if (topics.length >= ROOM_TYPES.length) return topics;
  return withLock(`room topics ${ctx.projectId}`, async () => {
    const there = new Set((await stored(ctx)).map(({ roomType }) => roomType));
    const missing = ROOM_TYPES.filter(type => !there.has(type));
    const docs = await Promise.all(missing.map(roomType => build(ctx, roomTopic, { roomType }, true)));
    const fresh = { ...ctx, once: null };
    if (docs.length > 0)
      await save(
        fresh,
        docs.map(insert => ({ definition: roomTopic, action: 'create', insert })),
      );
    return stored(ctx);
  });
}

/** Topic of a room. */
export const loadTopic = async (ctx: Ctx, roomType: unknown): Promise<Topic | undefined> =>
  (await loadTopics(ctx)).find(topic => topic.roomType === roomType);

/** Due time of an answer to a message, by the project's working hours; null if there are none. */
export async function lateAt(ctx: Ctx, { roomType }: Doc<typeof room>, since: Date): Promise<Date | null> {
  const minutes = (await loadTopic(ctx, roomType))?.answerMinutes ?? roomTopic.fields.answerMinutes.initial;
  return afterWorkingTime(await loadCalendar(ctx.project), since, minutes * MINUTE_MS);
}

/** Departments in which an active employee may answer. */
async function answering({ projectId }: Ctx, departmentIds: readonly string[]): Promise<Set<string>> {
  const places = await records(position).find({ projectId }, { departmentId: { $in: departmentIds } });
  const able = places.filter(
    doc => doc.admin || holds((fieldOf(doc, 'permissions') ?? {}) as Parameters<typeof holds>[0], room.code, 'write'),
  );
  const staffed = await records(employee).distinct({ projectId }, 'positionIds', { status: 'ACTIVE' });
  return new Set(able.filter(({ _id }) => staffed.includes(_id)).map(({ departmentId }) => departmentId));
}

/** A topic needs departments that can answer; its rooms are assigned to them. */
export const topicBehaviour = {
  async check(ctx, { values }) {
    const ids = values.departmentIds ?? [];
    const able = await answering(ctx, ids);
    if (ids.some(id => !able.has(id)))
      failFields({ departmentIds: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
    return values;
  },
  async inTransaction(ctx, session, { doc, before }) {
    if (doc && before && doc.departmentIds.join() !== before.departmentIds.join()) await giveRooms(ctx, doc, session);
  },
} satisfies BehaviourOf<typeof roomTopic>;

/** Assigns all rooms of a topic, with a single event that makes lists reload. */
async function giveRooms(
  ctx: Ctx,
  { roomType, departmentIds }: Doc<typeof roomTopic>,
  session: Session,
): Promise<void> {
  const { projectId } = ctx;
  const count = await keepBeside(room, ctx, { roomType }, { set: { departmentIds } }, session);
  const row = {
    at: ctx.now,
    projectId,
    module: room.code,
    entity: room.name,
    entityId: null,
    action: 'assign',
    actor: ctx.actor,
    before: null,
    after: { count },
    version: 0,
    row: null,
  };
  await writeEvents([row], session);
}

/** Creates missing topics before they are listed. */
export const withTopics = (route: Route): Route =>
  route.method === 'get' && route.path === roomTopic.path
    ? {
        ...route,
        async run(ctx, input) {
          await loadTopics(ctx);
          return route.run(ctx, input);
        },
      }
    : route;
