import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Action, DoneOf, EffectOf } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { subjectOf, withNotice } from '../resident-form/index.ts';

/** Fields of a visit when the household is asked. */
export const questionOf = (ctx: Ctx) =>
  ({
    residentAnswer: 'ASKED',
    askedAt: ctx.now,
    askedById: ctx.employeeId,
    answeredAt: null,
  }) as const;

/** Asks the household whether they expect the visitor. */
export const ask: Action<typeof visitor, 'ask'> = (ctx, visit) => {
  if (!visit.unitId) fail('VISITOR_UNIT_REQUIRED');
  const effect: EffectOf<typeof visitor> = { set: questionOf(ctx) };
  return withNotice(effect, session => notifyAsked(ctx, visit, session));
};
const notifyAsked = (ctx: Ctx, visit: Doc<typeof visitor>, session: Session) =>
  notify(ctx, toUnit(visit.unitId), 'VISITOR_ASK', subjectOf(visitor, visit), session);

/** Answer of the household: the first one counts, and the desk decides. */
export const answer: Action<typeof visitor, 'answer'> = (ctx, visit, { yes, note }) => {
  if (typeof yes !== 'boolean') return failFields({ yes: { code: 'REQUIRED' } });
  if (visit.residentAnswer === 'NONE') fail('VISITOR_NOT_ASKED');
  if (visit.residentAnswer !== 'ASKED') fail('VISITOR_ANSWERED');
  const notes = [visit.note, note].filter(Boolean).join('\n');
  const effect: EffectOf<typeof visitor> = {
    set: {
      residentAnswer: yes ? 'YES' : 'NO',
      answeredAt: ctx.now,
      ...(note && { note: notes.slice(0, 1000) }),
    },
    while: { residentAnswer: 'ASKED' },
  };
  const who = visit.askedById ? [visit.askedById] : [];
  return withNotice(effect, session =>
    notify(ctx, toStaff(who), 'VISITOR_ANSWERED', subjectOf(visitor, visit), session),
  );
};

/** Notifies the household if a new visit begins with a question. */
export async function notifyOfQuestion(
  ctx: Ctx,
  session: Session,
  { kind, doc }: DoneOf<typeof visitor>,
): Promise<void> {
  if (kind === 'create' && doc.residentAnswer === 'ASKED') await notifyAsked(ctx, doc, session);
}
