import type { Topic } from '@lobby/shared/kit/notices.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { RETENTION_DAYS } from '@lobby/shared/modules/unit-group.ts';
import type { Ctx } from '../kit/context.ts';
import { type Collection, db, newId, type Session } from '../kit/database.ts';
import { modelOf, type Stored } from '../kit/model.ts';
import { users } from './sessions.ts';

/** What a notification is about; its link is made from it. */
export interface Subject {
  module: string;
  id: string;
  title: string;
  /** The day that it is about: of a reminder. */
  day?: string;
}
/** Whom it is for: employees, or the people of a unit. */
export type Who = { employeeIds: readonly string[] } | { unitId: string };

interface Notification {
  _id: string;
  projectId: string;
  employeeIds: readonly string[];
  unitId: string | null;
  type: string;
  topic: Topic;
  subject: Subject;
  by: string;
  at: Date;
  readBy: string[];
}

export const notificationCollection: Collection = {
  name: 'notifications',
  indexes: [
    { key: { projectId: 1, employeeIds: 1, at: -1 } },
    { key: { projectId: 1, unitId: 1, at: -1 } },
    { key: { projectId: 1, at: 1 } },
  ],
};

export const toStaff = (employeeIds: readonly string[]): Who => ({ employeeIds });
export const toUnit = (unitId: string): Who => ({ unitId });

/** Which of the topics that people choose by a notification is of. */
const topicOf = (type: string): Topic =>
  type.endsWith('_ASSIGNED') ? 'assigned' : type.endsWith('_MESSAGE') ? 'message' : 'progress';

/** Those of the employees who have not turned the topic off. */
async function whoListen(ctx: Ctx, employeeIds: readonly string[], topic: Topic): Promise<string[]> {
  const staff = await modelOf(employee)
    .find({ projectId: ctx.projectId, _id: { $in: [...employeeIds] }, deletedAt: null }, { userId: 1 })
    .maxTimeMS(2000)
    .lean<Stored[]>();
  const ids = staff.flatMap(({ userId }) => (typeof userId === 'string' ? [userId] : []));
  const off = await users()
    .find({ _id: { $in: ids }, appOff: topic }, { projection: { _id: 1 } })
    .toArray();
  const deaf = new Set(off.map(({ _id }) => _id));
  const silent = new Set(staff.filter(({ userId }) => deaf.has(String(userId))).map(({ _id }) => _id));
  return employeeIds.filter(id => !silent.has(id));
}

/** The one way in which people are told of something: a row, in the transaction of what they are told of. */
export async function notify(ctx: Ctx, who: Who, type: string, subject: Subject, session: Session): Promise<void> {
  const topic = topicOf(type);
  const employeeIds = 'employeeIds' in who ? await whoListen(ctx, who.employeeIds, topic) : [];
  if ('employeeIds' in who && employeeIds.length === 0) return;
  const row: Notification = {
    _id: newId(),
    projectId: ctx.projectId,
    employeeIds,
    unitId: 'unitId' in who ? who.unitId : null,
    type,
    topic,
    subject,
    by: ctx.actor.name,
    at: ctx.now,
    readBy: [],
  };
  await db().collection<Notification>(notificationCollection.name).insertOne(row, { session });
}

const DAY_MS = 86_400_000;

/** Clears away what people were told longer ago than their project keeps it. */
export async function clearNotifications(now: Date): Promise<number> {
  let cleared = 0;
  const projects = db().collection<{ _id: string; retentionDays?: number }>('projects');
  for await (const { _id, retentionDays = RETENTION_DAYS } of projects.find({}, { projection: { retentionDays: 1 } })) {
    const before = new Date(now.getTime() - retentionDays * DAY_MS);
    const rows = db().collection<Notification>(notificationCollection.name);
    cleared += (await rows.deleteMany({ projectId: _id, at: { $lt: before } })).deletedCount;
  }
  return cleared;
}
