import { shiftLog } from '@lobby/shared/modules/shift-log.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { records } from '../../kit/store/records.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { desksRemoved } from '../../platform/reception/reception.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { subjectOf, withNotice } from '../resident-form/index.ts';

/** Refuses to remove a desk with a shift that is not handed over and accepted. */
async function assertDesksUnused(ctx: Ctx, desks: readonly string[], session: Session): Promise<void> {
  const open = await records(shiftLog)
    .in(session)
    .first(ctx, { status: { $in: ['OPEN', 'HANDED_OVER'] }, post: { $in: [...desks] } });
  if (open)
    failFields(
      { desks: { code: 'DESK_IN_USE', params: { desk: open.post ?? '', code: open.code ?? '' } } },
      'DESK_IN_USE',
    );
}

export const shiftLogModule = defineServerModule({
  name: 'shift-log',
  serves: [
    serves(shiftLog, {
      check: async (ctx, { kind, values }) => (kind === 'create' ? { ...values, employeeId: ctx.employeeId } : values),
      actions: {
        'hand-over': (ctx, doc, { handOverToId, handOverNote }) =>
          withNotice({ set: { handOverToId, handOverNote: handOverNote ?? null, handedOverAt: ctx.now } }, session =>
            notify(ctx, toStaff([handOverToId]), 'SHIFT_HANDED_OVER', subjectOf(shiftLog, doc), session),
          ),
        accept: (ctx, doc) => {
          // Accepted by the person it is handed over to, or by users with the right to delete.
          if (doc.handOverToId !== ctx.employeeId && !can(ctx, shiftLog.code, 'delete')) return fail('SHIFT_NOT_YOURS');
          return { set: { acceptedAt: ctx.now } };
        },
      },
    }),
  ],
  listens: [desksRemoved.handledBy(assertDesksUnused)],
});
