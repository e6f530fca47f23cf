import { employee } from '@lobby/shared/modules/employee.ts';
import { room } from '@lobby/shared/modules/room.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Doc } from '../../kit/store/records.ts';
import { records } from '../../kit/store/records.ts';
import { sees } from '../../kit/store/row-access.ts';
import { accessTo, holdAccess } from '../../platform/auth/rights/access.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';

/** Recipients of a resident's message: assignee and members of the room; without any, all who see it. */
export async function loadListeners({ projectId }: Ctx, doc: Doc<typeof room>): Promise<string[]> {
  const named = [doc.assigneeId, ...doc.memberIds].filter(id => id !== null);
  if (named.length > 0) return named;
  const readers = await loadReaders(projectId, room.code);
  const people = await records(employee).find(
    { projectId },
    { _id: { $in: readers } },
    { only: ['userId'], patience: 2000 },
  );
  const userIds = people.flatMap(({ userId }) => userId ?? []);
  await holdAccess(userIds, projectId);
  const listeners = await Promise.all(
    userIds.map(async userId => {
      const access = await accessTo(userId, projectId);
      return access?.employeeId && sees(room, access, doc) ? access.employeeId : [];
    }),
  );
  return listeners.flat();
}
