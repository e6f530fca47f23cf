import type { Topic } from '@lobby/shared/kit/notification-topics.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { users } from '../auth/users.ts';

/** Whom it is for: employees, or the people of a unit. */
export type Who = { employeeIds: readonly string[] } | { unitId: string };

/** The accounts behind those who are to be told. */
export async function accountsOf(ctx: Ctx, who: Who, session: Session): Promise<string[]> {
  const { projectId } = ctx;
  const found =
    'unitId' in who
      ? modelOf(resident).find({ projectId, unitIds: who.unitId, deletedAt: null, appState: { $ne: 'BLOCKED' } })
      : modelOf(employee).find({ projectId, _id: { $in: [...who.employeeIds] }, deletedAt: null });
  const people = await found.select({ userId: 1 }).session(session).maxTimeMS(2000).lean<Stored[]>();
  return people.flatMap(({ userId }) => (typeof userId === 'string' ? [userId] : []));
}

/** Those of them who have not turned the topic off, in the list and on their devices. */
export async function listeners(ids: readonly string[], topic: Topic | null, session: Session) {
  if (!topic) return { app: ids, push: ids };
  const some = await users()
    .find({ _id: { $in: [...ids] }, $or: [{ appOff: topic }, { pushOff: topic }] }, { session })
    .project<{ _id: string; appOff?: string[]; pushOff?: string[] }>({ appOff: 1, pushOff: 1 })
    .toArray();
  const off = (key: 'appOff' | 'pushOff') =>
    new Set(some.filter(one => one[key]?.includes(topic)).map(({ _id }) => _id));
  const [app, push] = [off('appOff'), off('pushOff')];
  return { app: ids.filter(id => !app.has(id)), push: ids.filter(id => !app.has(id) && !push.has(id)) };
}
