import { addDays, daysBetween } from '@lobby/shared/kit/dates.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import type { maintenance } from '@lobby/shared/modules/maintenance.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { startsTicket, workEnded } from '../task/index.ts';
import { downOf } from '../technical-system/index.ts';
import { todayOf } from './dates.ts';
import { complete, postParts, reopen } from './finish.ts';
import { liftChanges } from './lift.ts';
import { partsIn } from './parts.ts';
import { dueOn, follow, isLate, planned, subjectOf, tellAssigned } from './rules.ts';

type Values = Record<string, unknown>;
const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const MINUTE_MS = 60_000;

/** What an act sets by hand, with how the work stands after it; its thing and its partner follow. */
async function sets(ctx: Ctx, doc: Stored, given: Values, status?: string, thing?: Values): Promise<Effect> {
  const after: Stored = { ...doc, ...given, ...(status && { status }) };
  const set = { ...given, touched: true, overdue: isLate(ctx, after) };
  return {
    set,
    with: await liftChanges(ctx, after),
    async also(session) {
      await follow(ctx, [{ ...after, ...set }], session, { set: thing });
      await tellAssigned(ctx, after, doc, session);
    },
  };
}

/** An act that tells those who were to do the work. */
function tells(ctx: Ctx, doc: Stored, kind: NotificationType, effect: Effect): Effect {
  return {
    ...effect,
    async also(session) {
      await effect.also?.(session);
      await notify(ctx, toStaff(idsIn(doc.assigneeIds)), kind, subjectOf(doc), session);
    },
  };
}

/** Days of a work that is planned, or planned anew. */
async function moved(ctx: Ctx, doc: Stored, input: Values): Promise<Values> {
  const given = Object.fromEntries(
    ['scheduledDate', 'startAt', 'endAt'].flatMap(name => (input[name] ? [[name, input[name]]] : [])),
  );
  const days = await planned(ctx, given, { ...doc, ...(!given.startAt && { startAt: null, endAt: null }) });
  const scheduledDate = String(days.scheduledDate ?? doc.scheduledDate);
  return { ...given, scheduledDate, dueDate: dueOn(doc, scheduledDate, null), ...shifted(doc, given, scheduledDate) };
}

/** Hours that were not given stay the same on another day. */
function shifted(doc: Stored, given: Values, scheduledDate: string): Values {
  const by = daysBetween(String(doc.scheduledDate), scheduledDate) * 24 * 60 * MINUTE_MS;
  const later = (value: unknown) => (value instanceof Date ? new Date(value.getTime() + by) : null);
  if (given.startAt) return { startAt: new Date(String(given.startAt)), ...endOf(given) };
  return by === 0 ? {} : { startAt: later(doc.startAt), endAt: later(doc.endAt) };
}
const endOf = ({ endAt }: Values): Values => ({ endAt: endAt ? new Date(String(endAt)) : null });

const move: Rule = async (ctx, doc, input) => {
  const { days, reason } = input;
  const target = typeof days === 'number' ? { scheduledDate: addDays(String(doc.scheduledDate), days) } : { ...input };
  if (!target.scheduledDate && !('startAt' in target && target.startAt))
    failFields({ scheduledDate: { code: 'REQUIRED' } });
  const set = await moved(ctx, doc, target);
  return tells(ctx, doc, 'MAINTENANCE_MOVED', await sets(ctx, doc, { ...set, ...(reason ? { reason } : {}) }));
};

const accept: Rule = async (ctx, doc, input) => {
  const set = await moved(ctx, doc, input);
  const people = idsIn(input.assigneeIds);
  const given = { ...set, ...(people.length > 0 && { assigneeIds: people }), priority: input.priority ?? doc.priority };
  return sets(ctx, doc, given, 'SCHEDULED');
};

/** It is over without having been done: whoever waits for it waits no more. */
const called =
  (status: string): Rule =>
  async (ctx, doc) => {
    const effect = await sets(ctx, doc, {}, status);
    return tells(ctx, doc, 'MAINTENANCE_CANCELLED', {
      ...effect,
      with: [...(effect.with ?? []), ...(await workEnded(ctx, doc))],
    });
  };

const start: Rule = async (ctx, doc, { down }) => {
  const stands = down === true ? await downOf(ctx, doc, 'down') : {};
  const effect = await sets(ctx, doc, { startedAt: doc.startedAt ?? ctx.now }, 'IN_PROGRESS', stands.set);
  return { ...effect, with: [...(effect.with ?? []), ...(await startsTicket(ctx, doc)), ...(stands.with ?? [])] };
};

const hold: Rule = (ctx, doc, { until }) => {
  if (typeof until === 'string' && until < todayOf(ctx)) failFields({ until: { code: 'DATE_IN_PAST' } });
  return sets(ctx, doc, { holdUntil: until ?? null }, 'ON_HOLD');
};

const claim: Rule = (ctx, doc) => {
  const me = ctx.employeeId ?? fail('FORBIDDEN');
  return sets(ctx, doc, { assigneeIds: [...new Set([...idsIn(doc.assigneeIds), me])] });
};

/** What each act on a work does beside its change of status. */
export const workActs: Readonly<Record<Exclude<keyof typeof maintenance.actions, 'answered'>, Rule>> = {
  accept,
  reject: called('REJECTED'),
  start,
  hold,
  resume: (ctx, doc) => sets(ctx, doc, { holdUntil: null }, 'IN_PROGRESS'),
  complete,
  reopen,
  'post-parts': postParts,
  skip: called('SKIPPED'),
  cancel(ctx, doc, input) {
    if (partsIn(doc).some(({ posted }) => posted)) fail('MAINTENANCE_PARTS_POSTED');
    return called('CANCELLED')(ctx, doc, input);
  },
  claim,
  assign: (ctx, doc, { employeeIds }) => sets(ctx, doc, { assigneeIds: idsIn(employeeIds) }),
  move,
};
