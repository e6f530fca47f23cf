import { shiftLog } from '@lobby/shared/modules/shift-log.ts';
import { can } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { subjectOf, telling } from '../resident-form/index.ts';

/** What the shifts of the desk leave to each other. */
export const shiftLogModule = defineServerModule({
  name: 'shift-log',
  serves: [
    serves(shiftLog, {
      check: async (ctx, { kind, values }) => (kind === 'create' ? { ...values, employeeId: ctx.employeeId } : values),
      actions: {
        'hand-over': (ctx, doc, { handOverToId, handOverNote }) =>
          telling({ set: { handOverToId, handOverNote: handOverNote ?? null, handedOverAt: ctx.now } }, session =>
            notify(ctx, toStaff([String(handOverToId)]), 'SHIFT_HANDED_OVER', subjectOf(shiftLog, doc), session),
          ),
        accept: (ctx, doc) => {
          // Only who takes it over says so, or whoever may remove what is wrong.
          if (doc.handOverToId !== ctx.employeeId && !can(ctx, shiftLog.code, 'delete')) return fail('SHIFT_NOT_YOURS');
          return { set: { acceptedAt: ctx.now } };
        },
      },
    }),
  ],
});
