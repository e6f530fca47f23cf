import { holds } from '@lobby/shared/kit/permissions.ts';
import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { accessTo } from '../auth/access.ts';
import { NOTIFICATION, notifications } from './rows.ts';

type Whose = Pick<Ctx, 'projectId' | 'userId' | 'unitId' | 'permissions'>;

/** The query of somebody's own notifications: in the project, as far as they may read the modules now; of a resident those of the unit they speak for. */
export const mineOf = ({ projectId, userId, unitId, permissions }: Whose) => ({
  projectId,
  userId,
  unitId,
  ...(!unitId && {
    'subject.module': { $in: [NOTIFICATION, ...CODES.filter(code => holds(permissions, code, 'read'))] },
  }),
});

/** How many notifications somebody has not seen in a project; of a resident those of one unit. */
export const countUnseen = (whose: Whose): Promise<number> =>
  notifications().countDocuments({ ...mineOf(whose), viewedAt: null }, { maxTimeMS: 2000 });

/** How many somebody has not seen as staff of a project; null where they have no place. */
export async function countUnseenBy(userId: string, projectId: string): Promise<number | null> {
  const access = await accessTo(userId, projectId);
  return access && countUnseen({ userId, projectId, unitId: null, permissions: access.permissions });
}
