import type { Definition } from '@lobby/shared/kit/definition.ts';
import { partOf, type Subject } from '@lobby/shared/kit/notification-target.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Effect } from '../../kit/records/acts/act.ts';
import type { AnyDoc } from '../../kit/store/records.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';

/** A form as subject of notifications; with the plate of its vehicle, because a household may have several forms. */
export function subjectOf(definition: Definition, doc: AnyDoc): Subject {
  const { code, title } = definition;
  const named = String(doc.code ?? doc[title] ?? '');
  return { module: code, id: doc._id, title: doc.plate ? `${named} · ${doc.plate}` : named, ...partOf(definition) };
}

/** An effect that also notifies, in its transaction. */
export const withNotice = <
  E extends Pick<Effect, 'also' | 'with' | 'note' | 'while'> & { set?: object; status?: string },
>(
  effect: E,
  tell: (session: Session) => Promise<void>,
): E => ({
  ...effect,
  also: async session => {
    await effect.also?.(session);
    await tell(session);
  },
});

/** Notifies the household of a new status; after an action of a resident the staff instead. */
export const withStatusNotice = <
  E extends Pick<Effect, 'also' | 'with' | 'note' | 'while'> & { set?: object; status?: string },
>(
  definition: Definition,
  ctx: Ctx,
  doc: AnyDoc,
  type: NotificationType,
  effect: E,
): E =>
  withNotice(effect, async session => {
    const subject = subjectOf(definition, doc);
    if (ctx.kind !== 'resident') return notify(ctx, toUnit(doc.unitId), type, subject, session);
    return notify(ctx, toStaff(await loadReaders(ctx.projectId, definition.code)), type, subject, session);
  });
