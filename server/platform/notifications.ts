import type { Ctx } from '../kit/context.ts';
import { type Collection, db, newId, type Session } from '../kit/database.ts';

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
  subject: Subject;
  by: string;
  at: Date;
  readBy: string[];
}

export const notificationCollection: Collection = {
  name: 'notifications',
  indexes: [{ key: { projectId: 1, employeeIds: 1, at: -1 } }, { key: { projectId: 1, unitId: 1, at: -1 } }],
};

export const toStaff = (employeeIds: readonly string[]): Who => ({ employeeIds });
export const toUnit = (unitId: string): Who => ({ unitId });

/** The one way in which people are told of something: a row, in the transaction of what they are told of. */
export async function notify(ctx: Ctx, who: Who, type: string, subject: Subject, session: Session): Promise<void> {
  if ('employeeIds' in who && who.employeeIds.length === 0) return;
  const row: Notification = {
    _id: newId(),
    projectId: ctx.projectId,
    employeeIds: 'employeeIds' in who ? who.employeeIds : [],
    unitId: 'unitId' in who ? who.unitId : null,
    type,
    subject,
    by: ctx.actor.name,
    at: ctx.now,
    readBy: [],
  };
  await db().collection<Notification>(notificationCollection.name).insertOne(row, { session });
}
