import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import {
  decisionOf,
  PASSED_OVER,
  type PassDecision,
  type PassScene,
  type PassTimes,
  visitorPass,
} from '@lobby/shared/modules/visitor-pass.ts';
import { WEEKDAYS } from '@lobby/shared/modules/work-schedule.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import type { Done, Request } from '../../kit/records/behaviour.ts';
import { build, edited } from '../../kit/records/records.ts';
import type { ModuleBehaviour } from '../../kit/serve.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { told } from '../resident-form/index.ts';
import { keysOfDoc, watchedBy } from '../watchlist/index.ts';
import { fromGuest } from './guests.ts';
import { daysHeld, newPassCode, newToken, refuseTaken, used, valuesOf } from './passes.ts';
import { doneAt, enter, leave } from './rules.ts';

type Values = Record<string, unknown>;
const COMES = ['WAITING', 'APPROVED', 'RECEIVED'];
const live = (ctx: Ctx) => ({ projectId: ctx.projectId, deletedAt: null });
const ms = (value: unknown) => (value instanceof Date ? value.getTime() : null);
const dayNumbers = ({ weekdays }: Values) =>
  (Array.isArray(weekdays) ? weekdays : []).map((line: { day: string }) => Number(line.day));

/** The visit of a pass that is under way, or is to come. */
export async function visitOfPass(ctx: Ctx, pass: Stored): Promise<Stored | null> {
  return typeof pass.visitorId === 'string' ? found(ctx, visitor, pass.visitorId) : null;
}

/** Workers are let in at the hours of works; all others at those of their pass. */
async function timesNow(ctx: Ctx, pass: Stored, visit: Stored | null, weekday: number): Promise<PassTimes> {
  const span = pass.fromTime ? `${pass.fromTime}-${pass.toTime}` : null;
  const times = {
    status: String(pass.status),
    opensAt: ms(pass.opensAt),
    endsAt: ms(pass.endsAt),
    weekdays: dayNumbers(pass),
    hours: typeof visit?.passHours === 'string' ? visit.passHours : span,
  };
  if (pass.subject !== 'WORKER') return times;
  const { workHours } = await receptionIn(ctx.projectId);
  const own = WEEKDAYS.map(day => workHours[day]);
  return { ...times, weekdays: own.flatMap((hours, day) => (hours ? [day] : [])), hours: own[weekday] || null };
}

/** Works that are stopped, or not begun or over. */
async function isStopped(ctx: Ctx, { constructionId }: Stored): Promise<boolean> {
  if (typeof constructionId !== 'string') return false;
  const query = { ...live(ctx), _id: constructionId, status: 'IN_PROGRESS', stopped: { $ne: true } };
  return !(await modelOf(constructionRegistration).exists(query));
}

/** What a pass says at a moment, with the visit that it is of. */
export async function judge(
  ctx: Ctx,
  pass: Stored,
  at: Date,
): Promise<{ decision: PassDecision; visit: Stored | null }> {
  const visit = await visitOfPass(ctx, pass);
  const { weekday, minutes } = clockAt(at, ctx.project.timeZone);
  const known = pass.subject === 'GUEST' ? await found(ctx, guest, pass.guestId) : visit;
  const scene: PassScene = {
    visit: visit ? String(visit.status) : null,
    stopped: await isStopped(ctx, pass),
    watched: known !== null && (await watchedBy(ctx, keysOfDoc(known), pass.unitId)) !== null,
    at: at.getTime(),
    weekday,
    minutes,
  };
  return { decision: decisionOf(await timesNow(ctx, pass, visit, weekday), scene), visit };
}

/** Refuses whom the pass does not let in; days and hours may be passed over with a reason, a warning is the watch list's. */
function refuse(pass: Stored, decision: PassDecision, visit: Stored | null, { override, reason }: Values): void {
  if (decision === 'ALLOWED' || decision === 'WATCHED') return;
  if (override === true && PASSED_OVER.includes(decision)) {
    if (typeof reason !== 'string' || !reason.trim()) failFields({ reason: { code: 'REQUIRED' } });
    return;
  }
  const moment = (value: unknown) => (value instanceof Date ? value.toISOString() : null);
  fail('PASS_NOT_VALID', {
    decision,
    from: moment(pass.opensAt),
    to: moment(pass.endsAt),
    visitorId: visit?._id ?? null,
  });
}

/** A familiar guest who comes by a pass has a visit from then on. */
async function visitOfGuest(ctx: Ctx, pass: Stored): Promise<Stored> {
  const { guestId, unitId, inviterId } = pass;
  const values = { ...(await fromGuest(ctx, { guestId, unitId })), guestId, inviterId: inviterId ?? null };
  const home = (await loadRefs(ctx.projectId, unit, [String(unitId)])).get(String(unitId));
  const times = { expectedInAt: ctx.now, blockId: home?.blockId ?? null, floorId: home?.floorId ?? null };
  const kind = { guestType: 'RESIDENT_GUEST', passId: pass._id, status: 'APPROVED' };
  return build(ctx, visitor, { ...values, ...times, ...kind });
}

/** An act on a visit that an act on its pass does. */
const visitAct = (action: string, doc: Stored, status: string, { set, also }: Effect): Change => ({
  definition: visitor,
  action,
  update: { doc, set: { ...set, status } },
  ...(also && { also }),
});

/** The household hears of its guests, not of workers. */
const heard = (ctx: Ctx, visit: Stored, type: 'VISITOR_ARRIVED' | 'VISITOR_LEFT', effect: Effect): Effect =>
  visit.guestType === 'WORKER' ? effect : told(visitor, ctx, visit, type, effect);

const letIn: Rule = async (ctx, pass, input) => {
  const at = doneAt(ctx, input.at);
  const { decision, visit } = await judge(ctx, pass, at);
  refuse(pass, decision, visit, input);
  const again = pass.subject === 'GUEST';
  const own = again ? await visitOfGuest(ctx, pass) : (visit ?? fail('PASS_NOT_VALID', { decision: 'EXPIRED' }));
  const entered = await enter(ctx, own, input);
  const over = decision !== 'ALLOWED' && { overriddenAt: ctx.now, overrideReason: input.reason ?? null };
  const effect = heard(ctx, own, 'VISITOR_ARRIVED', { ...entered, set: { ...entered.set, ...over } });
  return {
    status: pass.uses === 'ONCE' ? 'USED' : 'ACTIVE',
    set: { ...used(ctx, pass, at, input.desk), ...(again && { visitorId: own._id }) },
    inc: { useCount: 1 },
    with: [
      ...(again ? [{ definition: visitor, action: 'create', insert: own }] : []),
      visitAct('in-progress', own, 'IN_PROGRESS', effect),
      ...(effect.with ?? []),
    ],
  };
};

const letOut: Rule = async (ctx, pass, input) => {
  const visit = await visitOfPass(ctx, pass);
  if (visit?.status !== 'IN_PROGRESS') return fail('PASS_NOT_INSIDE');
  const effect = heard(ctx, visit, 'VISITOR_LEFT', await leave(ctx, visit, input));
  return {
    set: { lastDesk: input.desk ?? pass.lastDesk ?? null },
    with: [visitAct('complete', visit, 'COMPLETED', effect), ...(effect.with ?? [])],
  };
};

const revoke: Rule = (ctx, pass) => {
  // Works say who works there.
  if (ctx.kind === 'resident' && pass.subject === 'WORKER') fail('STATUS_NOT_ALLOWED', { status: pass.status });
  return { set: { endedAt: ctx.now } };
};

const found = (ctx: Ctx, definition: typeof visitor | typeof guest, id: unknown): Promise<Stored | null> =>
  modelOf(definition)
    .findOne({ ...live(ctx), _id: id })
    .lean<Stored>();

/** The record that a pass is asked for; of another household's there is none. */
async function subjectOf(ctx: Ctx, name: 'visitor' | 'guest', id: unknown): Promise<Stored> {
  const missing = { [`${name}Id`]: { code: 'REFERENCE_NOT_FOUND' } };
  const doc = await found(ctx, name === 'visitor' ? visitor : guest, id);
  if (!doc) return failFields(missing, 'REFERENCE_NOT_FOUND');
  if (ctx.kind === 'resident' && doc.unitId !== ctx.unitId) fail('NOT_FOUND');
  return doc;
}

const pointing = ({ visitorId, guestId }: Values): Values => (guestId ? { guestId } : { visitorId });

/** Whoever has a pass gets no second one. */
async function refuseSecond(ctx: Ctx, of: Values, session: Session | null = null): Promise<void> {
  const query: Values = { ...live(ctx), ...of, status: 'ACTIVE' };
  if (await modelOf(visitorPass).exists(query).session(session)) fail('PASS_EXISTS');
}

/** Completes a pass that is asked for: of a visit that is to come, or of a familiar guest for days and hours. */
async function completePass(ctx: Ctx, { kind, values }: Request): Promise<Values> {
  if (kind !== 'create') return values;
  await refuseSecond(ctx, pointing(values));
  const code = await newPassCode(ctx);
  if (values.visitorId) {
    const visit = await subjectOf(ctx, 'visitor', values.visitorId);
    if (!COMES.includes(String(visit.status))) fail('STATUS_NOT_ALLOWED', { status: visit.status });
    return { ...valuesOf(ctx, { ...visit, passCode: code }), visitorId: visit._id };
  }
  const { _id: guestId, name, unitId } = await subjectOf(ctx, 'guest', values.guestId);
  const { validFrom, validTo } = values;
  const { passMaxDays } = await receptionIn(ctx.projectId);
  if (Date.parse(String(validTo)) - Date.parse(String(validFrom)) > passMaxDays * DAY_MS)
    failFields({ validTo: { code: 'PASS_TOO_LONG', params: { max: passMaxDays } } }, 'PASS_TOO_LONG');
  return {
    ...values,
    ...daysHeld(String(validFrom), validTo, ctx.project.timeZone),
    subject: 'GUEST',
    uses: 'REPEAT',
    guestId,
    name,
    unitId,
    code,
    inviterId: ctx.kind === 'resident' ? ctx.residentId : null,
  };
}

/** A visit knows its pass, and is found by its code. */
async function marked(ctx: Ctx, { doc, before }: Done): Promise<Change[]> {
  if (!doc || before || typeof doc.visitorId !== 'string') return [];
  const visit = await subjectOf(ctx, 'visitor', doc.visitorId);
  const { changed } = await edited(ctx, visitor, visit, { passCode: doc.code });
  return [{ definition: visitor, action: 'pass', update: { doc: visit, set: { ...changed, passId: doc._id } } }];
}

/** What is special about passes. */
export const passBehaviour: ModuleBehaviour = {
  check: completePass,
  changes: marked,
  async first(ctx, session, doc) {
    doc.token = newToken(ctx.projectId, doc._id);
    await takeTurn(`pass of ${doc.visitorId ?? doc.guestId}`, session);
    await refuseSecond(ctx, pointing(doc), session);
    await refuseTaken(ctx, doc, session);
  },
  acts: { in: letIn, out: letOut, revoke },
};
