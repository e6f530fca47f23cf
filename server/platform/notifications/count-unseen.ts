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

/**
 * Number on the bell: for staff what came since they last opened it; for a resident what is unread in one unit, since their
 * app shows no other mark.
 */
export const countUnseen = (whose: Whose): Promise<number> =>
  notifications().countDocuments(
    { ...mineOf(whose), ...(whose.unitId ? { readAt: null } : { viewedAt: null }) },
    { maxTimeMS: 2000 },
  );

/** Unread notifications of staff in a project; null without access. */
export async function countUnseenBy(userId: string, projectId: string): Promise<number | null> {
  const access = await accessTo(userId, projectId);
  return access && countUnseen({ userId, projectId, unitId: null, permissions: access.permissions });
}
