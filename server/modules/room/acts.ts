import { employee } from '@lobby/shared/modules/employee.ts';
import type { room } from '@lobby/shared/modules/room.ts';
import { fail } from '../../kit/base/errors.ts';
import type { ActionsOf } from '../../kit/records/typed-behaviour.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { NOBODY_WAITS, subjectOf } from './talk.ts';

/** Actions on a room, beside the change of status. */
export const acts = {
  claim: async (ctx, doc) => {
    const holder = doc.assigneeId && doc.assigneeId !== ctx.employeeId ? doc.assigneeId : null;
    if (holder) {
      const name = (await loadRefs(ctx.projectId, employee, [holder])).get(holder)?.name ?? '';
      const { status, version, updatedAt: at } = doc;
      return fail('STATUS_CHANGED', { status, version, by: { id: holder, name }, at });
    }
    return { set: { assigneeId: ctx.employeeId ?? fail('FORBIDDEN') } };
  },
  assign: (ctx, doc, { employeeId }) => ({
    set: { assigneeId: employeeId ?? null },
    also: async session => {
      if (employeeId && employeeId !== ctx.employeeId)
        await notify(ctx, toStaff([employeeId]), 'MSG_ASSIGNED', subjectOf(doc), session);
    },
  }),
  note: (_ctx, _doc, { note }) => ({ set: { note: note ?? null } }),
  answered: () => ({ set: NOBODY_WAITS }),
  // A closed room does not wait for an answer.
  inactive: () => ({ set: NOBODY_WAITS }),
} satisfies ActionsOf<typeof room>;
