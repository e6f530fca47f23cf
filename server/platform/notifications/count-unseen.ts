import type { Ctx } from '../../kit/base/context.ts';
import { notifications, type Seen, seen } from './notifications.ts';

/** More are not counted: the bell says 99+. */
const MOST = 100;
const NEVER = new Date(0);

/** The query of the caller's own notifications: in the project, of a resident those of the unit they speak for. */
export const mineOf = ({ projectId, userId, unitId }: Pick<Ctx, 'projectId' | 'userId' | 'unitId'>) => ({
  projectId,
  userIds: userId,
  unitId,
});

/** Until when somebody has seen, and read, what they were told in a project. */
export async function seenBy(userId: string, projectId: string): Promise<Seen> {
  const _id = `${userId}/${projectId}`;
  return (await seen().findOne({ _id })) ?? { _id, viewedAt: NEVER, readAt: NEVER };
}

/** How many notifications somebody has not seen in a project, at most 100; of a resident those of one unit. */
export async function countUnseen(userId: string, projectId: string, unitId: string | null): Promise<number> {
  const { viewedAt } = await seenBy(userId, projectId);
  const unseen = { ...mineOf({ userId, projectId, unitId }), at: { $gt: viewedAt } };
  return notifications().countDocuments(unseen, { limit: MOST, maxTimeMS: 2000 });
}
