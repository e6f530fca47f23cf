import { holds } from '@lobby/shared/kit/permissions.ts';
import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { accessTo } from '../auth/rights/access.ts';
import { NOTIFICATION, notifications } from './rows.ts';

type Whose = Pick<Ctx, 'projectId' | 'userId' | 'unitId' | 'permissions'>;

/** Query for a user's notifications: in the project, of modules they may read now; for a resident those of the unit of the request. */
export const mineOf = ({ projectId, userId, unitId, permissions }: Whose) => ({
  projectId,
  userId,
  unitId,
  ...(!unitId && {
    'subject.module': { $in: [NOTIFICATION, ...CODES.filter(code => holds(permissions, code, 'read'))] },
  }),
});

/** Unread notifications of a user in a project; for a resident in one unit. */
export const countUnseen = (whose: Whose): Promise<number> =>
  notifications().countDocuments({ ...mineOf(whose), viewedAt: null }, { maxTimeMS: 2000 });

/** Unread notifications of staff in a project; null without access. */
export async function countUnseenBy(userId: string, projectId: string): Promise<number | null> {
  const access = await accessTo(userId, projectId);
  return access && countUnseen({ userId, projectId, unitId: null, permissions: access.permissions });
}
