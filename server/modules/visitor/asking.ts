import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import type { Done } from '../../kit/records/behaviour.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { subjectOf, telling } from '../resident-form/index.ts';

/** What a visit keeps of a question to the household. */
export const asked = (ctx: Ctx) => ({
  residentAnswer: 'ASKED',
  askedAt: ctx.now,
  askedById: ctx.employeeId,
  answeredAt: null,
});

/** Asks the household whether they expect somebody. */
const ask: Rule = (ctx, doc): Effect => {
  if (!doc.unitId) fail('VISITOR_UNIT_REQUIRED');
  return telling({ set: asked(ctx) }, session => tellAsked(ctx, doc, session));
};
const tellAsked = (ctx: Ctx, doc: Stored, session: Session) =>
  notify(ctx, toUnit(doc.unitId), 'VISITOR_ASK', subjectOf(visitor, doc), session);

/** What the household says: the first word counts, and the desk decides. */
const answer: Rule = (ctx, doc, { yes, note }) => {
  if (typeof yes !== 'boolean') failFields({ yes: { code: 'REQUIRED' } });
  if (doc.residentAnswer === 'NONE') fail('VISITOR_NOT_ASKED');
  if (doc.residentAnswer !== 'ASKED') fail('VISITOR_ANSWERED');
  const said = [doc.note, note].filter(text => typeof text === 'string' && text).join('\n');
  const set = {
    residentAnswer: yes ? 'YES' : 'NO',
    answeredAt: ctx.now,
    ...(note ? { note: said.slice(0, 1000) } : {}),
  };
  const who = typeof doc.askedById === 'string' ? [doc.askedById] : [];
  return telling({ set, while: { residentAnswer: 'ASKED' } }, session =>
    notify(ctx, toStaff(who), 'VISITOR_ANSWERED', subjectOf(visitor, doc), session),
  );
};

/** Tells the household of a question that a visit begins with. */
export async function tellOfQuestion(ctx: Ctx, session: Session, { kind, doc }: Done): Promise<void> {
  if (kind === 'create' && doc.residentAnswer === 'ASKED') await tellAsked(ctx, doc, session);
}

export const askingActs: Record<string, Rule> = { ask, answer };
