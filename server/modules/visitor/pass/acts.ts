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
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import { build, edited } from '../../../kit/records/records.ts';
import type { Action, BehaviourOf, DoneOf, EffectOf, RequestOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, type Records, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import { receptionIn } from '../../../platform/reception/reception.ts';
import { withStatusNotice } from '../../resident-form/index.ts';
import { fromGuest } from '../guests/guests.ts';
import { doneAt, enter, leave } from '../rules.ts';
import { keysOfDoc, watchedBy } from '../watch/index.ts';
import { assertCodeFree, instantsOf, newPassCode, newToken, passStateChanges, passValues, usedBy } from './passes.ts';

type Visit = Doc<typeof visitor>;
type Pass = Doc<typeof visitorPass>;
const COMES: readonly Visit['status'][] = ['WAITING', 'APPROVED', 'RECEIVED'];

/** The current or next visit of a pass. */
export const findVisit = async (ctx: Ctx, { visitorId }: Pass): Promise<Visit | null> =>
  visitorId ? records(visitor).get(ctx, visitorId) : null;

/** Workers are admitted at the hours of works, others at those of their pass. */
async function findTimes(ctx: Ctx, pass: Pass, visit: Visit | null, weekday: number): Promise<PassTimes> {
  const span = pass.fromTime ? `${pass.fromTime}-${pass.toTime}` : null;
  const times = {
    status: pass.status,
    opensAt: pass.opensAt?.getTime() ?? null,
    endsAt: pass.endsAt?.getTime() ?? null,
    weekdays: pass.weekdays.map(({ day }) => Number(day)),
    hours: visit?.passHours ?? span,
  };
  if (pass.subject !== 'WORKER') return times;
  const { workHours } = await receptionIn(ctx.projectId);
  const hoursByDay = WEEKDAYS.map(day => workHours[day]);
  return {
    ...times,
    weekdays: hoursByDay.flatMap((hours, day) => (hours ? [day] : [])),
    hours: hoursByDay[weekday] || null,
  };
}

/** Whether the works of a pass are stopped or not in progress. */
async function areWorksStopped(ctx: Ctx, { constructionId }: Pass): Promise<boolean> {
  if (!constructionId) return false;
  const going = { _id: constructionId, status: 'IN_PROGRESS', stopped: { $ne: true } } as const;
  return !(await records(constructionRegistration).exists(ctx, going));
}

/** Decision on a pass at a moment, with its visit. */
export async function judge(ctx: Ctx, pass: Pass, at: Date): Promise<{ decision: PassDecision; visit: Visit | null }> {
  const visit = await findVisit(ctx, pass);
  const { weekday, minutes } = clockAt(at, ctx.project.timeZone);
  const person = pass.subject === 'GUEST' ? await records(guest).first(ctx, { _id: pass.guestId }) : visit;
  const scene: PassScene = {
    visit: visit?.status ?? null,
    stopped: await areWorksStopped(ctx, pass),
    watched: person !== null && (await watchedBy(ctx, keysOfDoc(person), pass.unitId)) !== null,
    at: at.getTime(),
    weekday,
    minutes,
  };
  return { decision: decisionOf(await findTimes(ctx, pass, visit, weekday), scene), visit };
}

/** Refuses unless the pass admits; days and hours may be overridden with a reason, warnings are left to the watch list. */
function assertLetsIn(
  pass: Pass,
  decision: PassDecision,
  visit: Visit | null,
  { override, reason }: { override?: boolean; reason?: string | null },
): void {
  if (decision === 'ALLOWED' || decision === 'WATCHED') return;
  if (override && PASSED_OVER.includes(decision)) {
    if (!reason?.trim()) failFields({ reason: { code: 'REQUIRED' } });
    return;
  }
  fail('PASS_NOT_VALID', {
    decision,
    from: pass.opensAt?.toISOString() ?? null,
    to: pass.endsAt?.toISOString() ?? null,
    visitorId: visit?._id ?? null,
  });
}

/** New visit of a familiar guest who enters by pass. */
async function visitOfGuest(ctx: Ctx, pass: Pass): Promise<Visit> {
  const { guestId, unitId, inviterId } = pass;
  const home = (await loadRefs(ctx.projectId, unit, [unitId ?? ''])).get(unitId ?? '');
  return build(ctx, visitor, {
    ...(await fromGuest(ctx, { guestId, unitId })),
    guestId,
    inviterId,
    expectedInAt: ctx.now,
    blockId: home?.blockId ?? null,
    floorId: home?.floorId ?? null,
    guestType: 'RESIDENT_GUEST',
    passId: pass._id,
    status: 'APPROVED',
  });
}

/** Change of a visit caused by an action on its pass. */
const visitAct = (
  action: string,
  visit: Visit,
  status: Visit['status'],
  { set, also }: EffectOf<typeof visitor>,
): Change => ({
  definition: visitor,
  action,
  update: { doc: visit, set: { ...set, status } },
  ...(also && { also }),
});

/** Notifies the household of guests, not of workers. */
const toldHousehold = (
  ctx: Ctx,
  visit: Visit,
  type: 'VISITOR_ARRIVED' | 'VISITOR_LEFT',
  effect: EffectOf<typeof visitor>,
): EffectOf<typeof visitor> =>
  visit.guestType === 'WORKER' ? effect : withStatusNotice(visitor, ctx, visit, type, effect);

const letIn: Action<typeof visitorPass, 'in'> = async (ctx, pass, input) => {
  const at = doneAt(ctx, input.at);
  const { decision, visit } = await judge(ctx, pass, at);
  assertLetsIn(pass, decision, visit, input);
  const isGuest = pass.subject === 'GUEST';
  const entering = isGuest ? await visitOfGuest(ctx, pass) : (visit ?? fail('PASS_NOT_VALID', { decision: 'EXPIRED' }));
  const entered = await enter(ctx, entering, input);
  const over = decision !== 'ALLOWED' && { overriddenAt: ctx.now, overrideReason: input.reason ?? null };
  const effect = toldHousehold(ctx, entering, 'VISITOR_ARRIVED', { ...entered, set: { ...entered.set, ...over } });
  return {
    status: pass.uses === 'ONCE' ? 'USED' : 'ACTIVE',
    set: { ...usedBy(ctx, pass, at, entered.set?.deskIn), ...(isGuest && { visitorId: entering._id }) },
    inc: { useCount: 1 },
    with: [
      ...(isGuest ? [{ definition: visitor, action: 'create', insert: entering }] : []),
      visitAct('in-progress', entering, 'IN_PROGRESS', effect),
      ...(effect.with ?? []),
    ],
  };
};

const letOut: Action<typeof visitorPass, 'out'> = async (ctx, pass, input) => {
  const visit = await findVisit(ctx, pass);
  if (visit?.status !== 'IN_PROGRESS') return fail('PASS_NOT_INSIDE');
  const effect = toldHousehold(ctx, visit, 'VISITOR_LEFT', await leave(ctx, visit, input));
  return {
    set: { lastDesk: effect.set?.deskOut ?? pass.lastDesk },
    with: [visitAct('complete', visit, 'COMPLETED', effect), ...(effect.with ?? [])],
  };
};

const revoke: Action<typeof visitorPass, 'revoke'> = async (ctx, pass) => {
  // Workers are managed through their works.
  if (ctx.kind === 'resident' && pass.subject === 'WORKER') fail('STATUS_NOT_ALLOWED', { status: pass.status });
  return { set: { endedAt: ctx.now }, with: await passStateChanges(ctx, pass, 'ENDED') };
};

/** Subject of a new pass; refused if it belongs to another household. */
async function needSubject<T extends { unitId: string | null }>(
  ctx: Ctx,
  field: 'visitorId' | 'guestId',
  doc: T | null,
): Promise<T> {
  if (!doc) return failFields({ [field]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  if (ctx.kind === 'resident' && doc.unitId !== ctx.unitId) fail('NOT_FOUND');
  return doc;
}

interface Subject {
  visitorId?: string | null;
  guestId?: string | null;
}

/** Refuses a second active pass. */
async function assertFirst(
  ctx: Ctx,
  { visitorId = null, guestId }: Subject,
  passes: Records<typeof visitorPass> = records(visitorPass),
): Promise<void> {
  const where = guestId ? { guestId } : { visitorId };
  if (await passes.exists(ctx, { ...where, status: 'ACTIVE' })) fail('PASS_EXISTS');
}

/** Completes a new pass: for a coming visit, or for a familiar guest with days and hours. */
async function completePass(
  ctx: Ctx,
  { kind, values }: RequestOf<typeof visitorPass>,
): Promise<Values<typeof visitorPass>> {
  if (kind !== 'create') return values;
  await assertFirst(ctx, values);
  const code = await newPassCode(ctx);
  if (values.visitorId) {
    const visit = await needSubject(ctx, 'visitorId', await records(visitor).get(ctx, values.visitorId));
    if (!COMES.includes(visit.status)) fail('STATUS_NOT_ALLOWED', { status: visit.status });
    return { ...passValues(ctx, { ...visit, passCode: code }), visitorId: visit._id };
  }
  const doc = await needSubject(ctx, 'guestId', await records(guest).first(ctx, { _id: values.guestId ?? null }));
  const { validFrom, validTo } = values;
  const { passMaxDays } = await receptionIn(ctx.projectId);
  if (validTo && validFrom && Date.parse(validTo) - Date.parse(validFrom) > passMaxDays * DAY_MS)
    failFields({ validTo: { code: 'PASS_TOO_LONG', params: { max: passMaxDays } } }, 'PASS_TOO_LONG');
  return {
    ...values,
    ...instantsOf(validFrom ?? '', validTo ?? null, ctx.project.timeZone),
    subject: 'GUEST',
    uses: 'REPEAT',
    guestId: doc._id,
    name: doc.name,
    unitId: doc.unitId,
    code,
    inviterId: ctx.kind === 'resident' ? ctx.residentId : null,
  };
}

/** Links a new pass to its visit, or marks its familiar guest. */
async function markSubject(ctx: Ctx, { doc, before }: DoneOf<typeof visitorPass>): Promise<Change[]> {
  if (!doc || before) return [];
  if (!doc.visitorId) return passStateChanges(ctx, doc, 'ACTIVE');
  const visit = await needSubject(ctx, 'visitorId', await records(visitor).get(ctx, doc.visitorId));
  const { changed } = await edited(ctx, visitor, visit, { passCode: doc.code });
  return [{ definition: visitor, action: 'pass', update: { doc: visit, set: { ...changed, passId: doc._id } } }];
}

export const passBehaviour: BehaviourOf<typeof visitorPass> = {
  check: completePass,
  changes: markSubject,
  async first(ctx, session, pass) {
    pass.token = newToken(ctx.projectId, pass._id);
    await serializeBy(`pass of ${pass.visitorId ?? pass.guestId}`, session);
    await assertFirst(ctx, pass, records(visitorPass).in(session));
    await assertCodeFree(ctx, pass, session);
  },
  actions: { in: letIn, out: letOut, revoke },
};
