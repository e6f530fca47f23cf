import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Effect } from '../../kit/records/act.ts';
import { serve } from '../../kit/serve.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import { addFiles, subjectOf, telling } from '../resident-form/index.ts';

const told = (ctx: Ctx, doc: Stored, type: NotificationType, effect: Effect = {}): Effect =>
  telling(effect, session => notify(ctx, toUnit(doc.unitId), type, subjectOf(parcel, doc), session));

/** Parcels that the desk keeps for households. */
export const parcelRoutes = (all: readonly Definition[]): Route[] =>
  serve(
    parcel,
    {
      check: async (ctx, { kind, values }) =>
        kind === 'create' ? { ...values, receivedById: ctx.employeeId } : values,
      inTransaction: async (ctx, session, { kind, doc }) => {
        if (kind === 'create')
          await notify(ctx, toUnit(doc.unitId), 'PARCEL_RECEIVED', subjectOf(parcel, doc), session);
      },
      acts: {
        'hand-over': async (ctx, doc, { handedOverTo, signature }) => {
          const paper = await addFiles(ctx, parcel, doc, 'signature', signature);
          const set = { ...paper.set, handedOverTo, handedOverAt: ctx.now };
          return told(ctx, doc, 'PARCEL_HANDED_OVER', { ...paper, set });
        },
        remind: (ctx, doc) => told(ctx, doc, 'PARCEL_WAITING', { inc: { remindedCount: 1 } }),
      },
    },
    all,
  );
