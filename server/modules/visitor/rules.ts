import { DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { addFiles } from '../../kit/records/acts/add-files.ts';
import {
  type Action,
  type ActionInput,
  actionsOf,
  type BehaviourOf,
  type EffectOf,
  type RequestOf,
  type Values,
} from '../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf, records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { beginForm, combineEffects, formActs, notifyOfForm, withStatusNotice } from '../resident-form/index.ts';
import { eraseVisit } from './guests/erasure.ts';
import { handCard, takeCard } from './guests/guest-cards.ts';
import { enterGuest, findGuest, fromGuest, isBlocked, leaveGuest, newGuest } from './guests/guests.ts';
import { nextVisit } from './guests/next-visit.ts';
import { answer, ask, notifyOfQuestion, questionOf } from './household-question.ts';
import { isPassValid, loadPass, newPassCode, passMoved, passRevoked, passUsed } from './pass/passes.ts';
import { warn } from './watch/entries.ts';
import { keysAfter, letIn, watchedBy } from './watch/index.ts';

type Visit = Doc<typeof visitor>;
type VisitValues = Values<typeof visitor>;
type VisitEffect = EffectOf<typeof visitor>;

/** Tolerance for the expected arrival of a visitor already at the door. */
const GRACE_MS = 15 * 60_000;

/** A visit needs a unit or another destination; contact and inviter must live in the unit. */
async function assertPlace(
  ctx: Ctx,
  { unitId, destination }: Pick<VisitValues, 'unitId' | 'destination'>,
  values: VisitValues,
): Promise<void> {
  const fields = { unitId: { code: 'VISITOR_UNIT_REQUIRED' } };
  if (ctx.kind === 'staff' && !unitId && !destination) failFields(fields, 'VISITOR_UNIT_REQUIRED');
  const code = 'VISITOR_CONTACT_NOT_IN_UNIT';
  for (const name of ['contactId', 'inviterId'] as const) {
    const residentId = values[name];
    if (typeof residentId !== 'string' || !unitId) continue;
    const { unitIds } = await needRef(ctx, resident, residentId, name);
    if (!unitIds.includes(unitId)) failFields({ [name]: { code } }, code);
  }
}

/** Approves residents' visits at once if the project allows it and no flow applies. */
async function autoApproved(ctx: Ctx, form: VisitValues): Promise<VisitValues> {
  if (ctx.kind !== 'resident' || form.flowSteps) return form;
  const { visitorAutoApprove } = await receptionIn(ctx.projectId);
  return visitorAutoApprove ? { ...form, status: 'APPROVED' } : form;
}

/** Block and floor of a visit's unit. */
async function findPlace(ctx: Ctx, unitId: string | null | undefined): Promise<VisitValues> {
  if (typeof unitId !== 'string') return {};
  const { blockId, floorId } = await needRef(ctx, unit, unitId, 'unitId');
  return { blockId, floorId };
}

/** Fields checked against the watch list. */
const WATCHED = ['phone', 'identifier', 'plate', 'guestId', 'unitId'] as const;

/** Fields that may change after a card was handed out or the visitor entered. */
const LATER = ['plate', 'companions', 'note', 'staffNote'];
function assertEarly(visit: Visit, values: VisitValues): void {
  if (visit.status === 'WAITING' || visit.status === 'APPROVED') return;
  const isSame = (name: string) =>
    JSON.stringify(fieldOf(values, name)) === JSON.stringify(fieldOf(visit, name) ?? null);
  if (Object.keys(values).some(name => !LATER.includes(name) && !isSame(name)))
    fail('STATUS_NOT_ALLOWED', { status: visit.status });
}

/** Completes a visit: familiar guest, blocks and watch list, pass and initial status. */
async function completeVisitor(ctx: Ctx, request: RequestOf<typeof visitor>): Promise<VisitValues> {
  const { kind, values, doc } = request;
  if (kind === 'remove' && doc.actualInAt) fail('VISITOR_ENTERED');
  if (kind === 'remove' || kind === 'restore') return values;
  const facts = doc ? {} : await fromGuest(ctx, values);
  const visit: VisitValues = { ...facts, ...values };
  // Residents invite in their own name.
  const sent = ctx.kind === 'resident' ? { ...values, inviterId: undefined } : values;
  await assertPlace(ctx, { ...doc, ...visit }, sent);
  const { expectedInAt } = values;
  const isPast = typeof expectedInAt === 'string' && Date.parse(expectedInAt) < ctx.now.getTime() - GRACE_MS;
  if (isPast && doc?.expectedInAt?.toISOString() !== expectedInAt)
    failFields({ expectedInAt: { code: 'VISITOR_IN_PAST' } }, 'VISITOR_IN_PAST');
  const out: VisitValues = { ...visit, ...(await findPlace(ctx, visit.unitId)) };
  if (values.phone || values.identifier || values.guestId) out.blocked = await isBlocked(ctx, visit);
  if (!doc || WATCHED.some(name => values[name] !== undefined)) {
    const { unitId } = { ...doc, ...visit };
    out.watched = (await watchedBy(ctx, keysAfter(ctx, doc, visit), unitId)) !== null;
  }
  if (doc) assertEarly(doc, values);
  const form: VisitValues = await beginForm(ctx, visitor, request);
  if (doc) return { ...out, ...form };
  const asks = values.askResident === true && ctx.kind === 'staff';
  if (asks && !out.unitId) failFields({ unitId: { code: 'VISITOR_UNIT_REQUIRED' } }, 'VISITOR_UNIT_REQUIRED');
  return {
    ...out,
    expectedInAt: out.expectedInAt ?? ctx.now,
    guestType: out.guestType ?? 'WALK_IN',
    // Visits of residents have a pass; the desk creates one on request.
    passCode: ctx.kind === 'resident' || values.passUse === 'REPEATED' ? await newPassCode(ctx) : null,
    ...(ctx.kind === 'resident' && { inviterId: ctx.residentId, guestType: 'RESIDENT_GUEST' }),
    ...(await autoApproved(ctx, form)),
    ...(asks && { status: 'WAITING', ...questionOf(ctx) }),
  };
}

/** Maximum delay of actions that a desk reports after being offline, and maximum lead of its clock. */
const [LATE_MS, AHEAD_MS] = [DAY_MS, 2 * 60_000];

/** Time of an action at the desk; nobody leaves before entering. */
export function doneAt(ctx: Ctx, time: string | null | undefined, after: Date | null = null): Date {
  if (!time) return ctx.now;
  const at = Date.parse(time);
  const from = Math.max(ctx.now.getTime() - LATE_MS, after?.getTime() ?? 0);
  if (at < from || at > ctx.now.getTime() + AHEAD_MS)
    failFields({ at: { code: 'VISITOR_TIME_INVALID' } }, 'VISITOR_TIME_INVALID');
  return new Date(at);
}

/** Desk of an action; a single one is the default. Names reported after being offline are accepted, as desks may have been renamed. */
async function loadDesk(ctx: Ctx, desk: string | null | undefined, at: Date): Promise<string | null> {
  const { desks } = await receptionIn(ctx.projectId);
  if (!desk) return desks.length === 1 ? (desks[0]?.name ?? null) : null;
  const match = desks.find(({ name }) => fold(name) === fold(desk));
  if (!match && ctx.now.getTime() - at.getTime() < AHEAD_MS) failFields({ desk: { code: 'CHOICE_INVALID' } });
  return match?.name ?? desk;
}

/** Workers are admitted while their works are in progress (product.md 4, Construction). */
async function assertWorksGoOn(ctx: Ctx, { constructionId }: Visit): Promise<void> {
  if (!constructionId) return;
  const works = await records(constructionRegistration).get(ctx, constructionId);
  if (works?.status !== 'IN_PROGRESS' || works.stopped) fail('WORKS_STOPPED');
}

/** Works count their workers inside. */
async function countWorker(ctx: Ctx, { constructionId }: Visit, by: 1 | -1): Promise<Change[]> {
  if (!constructionId) return [];
  const doc = await records(constructionRegistration).get(ctx, constructionId);
  const update = doc && { doc, set: {}, inc: { insideNow: by }, keepVersion: true };
  return update ? [{ definition: constructionRegistration, action: by > 0 ? 'entered' : 'left', update }] : [];
}

const MOST_IMAGES = 5;

interface Pictures {
  images?: readonly string[];
  idImages?: readonly string[];
  faceImage?: readonly string[];
}

/** Adds images taken at the desk; refused above the maximum. */
async function addPictures(ctx: Ctx, visit: Visit, pictures: Pictures): Promise<VisitEffect> {
  const papers = [...(pictures.images ?? []), ...(pictures.idImages ?? [])];
  if (visit.idImages.length + papers.length > MOST_IMAGES)
    failFields({ images: { code: 'TOO_MANY', params: { max: MOST_IMAGES } } });
  const [ids, face] = [
    await addFiles(ctx, visitor, visit, 'idImages', papers),
    await addFiles(ctx, visitor, visit, 'faceImage', pictures.faceImage),
  ];
  return {
    set: { ...ids.set, ...face.set },
    also: async session => {
      await ids.also?.(session);
      await face.also?.(session);
    },
  };
}

/** Admission by hand: a repeated pass limits its visit to its days and hours, and counts as used. */
const begin: Action<typeof visitor, 'in-progress'> = async (ctx, visit, input) => {
  if (!isPassValid(visit, ctx.now, ctx.project.timeZone)) return fail('PASS_NOT_VALID_NOW');
  const entered = await enter(ctx, visit, input);
  const pass = await passUsed(ctx, visit, entered.set?.actualInAt ?? ctx.now, entered.set?.deskIn);
  return { ...entered, with: [...(entered.with ?? []), ...pass] };
};

type InputOfEntry = ActionInput<(typeof visitor.actions)['in-progress']>;

/** Enters a visit, by hand or by pass. */
export async function enter(ctx: Ctx, visit: Visit, input: InputOfEntry): Promise<VisitEffect> {
  await assertWorksGoOn(ctx, visit);
  const entry = {
    ...(typeof input.plate === 'string' && { plate: input.plate }),
    ...(typeof input.companions === 'number' && { companions: input.companions }),
  };
  const watched = await letIn(ctx, visit, input, entry.plate === undefined ? {} : { plate: entry.plate });
  const at = doneAt(ctx, input.at);
  const pictures = await addPictures(ctx, visit, input);
  const handed = input.cardId ? await handCard(ctx, visit, input.cardId) : {};
  const entered = await enterGuest(ctx, { ...visit, ...entry }, at);
  return combineEffects(watched, {
    ...pictures,
    set: {
      ...pictures.set,
      ...entry,
      ...handed.set,
      ...entered.set,
      actualInAt: at,
      deskIn: await loadDesk(ctx, input.desk, at),
      overstay: false,
    },
    with: [...(handed.with ?? []), ...(entered.with ?? []), ...(await countWorker(ctx, visit, 1))],
  });
}

type InputOfExit = ActionInput<typeof visitor.actions.complete>;

/** Ends a visit; a repeated pass gets its next visit. */
export async function leave(ctx: Ctx, visit: Visit, { at, desk, cardReturned }: InputOfExit): Promise<VisitEffect> {
  const actualOutAt = doneAt(ctx, at, visit.actualInAt);
  const deskOut = await loadDesk(ctx, desk, actualOutAt);
  const taken = await takeCard(ctx, visit, cardReturned);
  const { timeZone } = ctx.project;
  const stayed = visit.actualInAt && dayOf(visit.actualInAt, timeZone) !== dayOf(actualOutAt, timeZone);
  return {
    set: { actualOutAt, deskOut, overstay: false, ...(stayed && { overnight: true }), ...taken.set },
    with: [
      ...(await nextVisit(ctx, visit)),
      ...(taken.with ?? []),
      ...(await leaveGuest(ctx, visit)),
      ...(await countWorker(ctx, visit, -1)),
    ],
  };
}

/** Makes a familiar guest of a visitor. */
const remember: Action<typeof visitor, 'remember'> = async (ctx, visit) => {
  const stored = await findGuest(ctx, visit);
  if (stored) return { set: { guestId: stored._id } };
  if (!visit.unitId) fail('VISITOR_UNIT_REQUIRED');
  if (!visit.phone && !visit.identifier) fail('GUEST_PHONE_OR_IDENTIFIER_REQUIRED');
  const made = await newGuest(ctx, visit, visit.actualInAt, true);
  return { set: { guestId: made._id }, with: [{ definition: guest, action: 'create', insert: made }] };
};

const receive: Action<typeof visitor, 'receive'> = async (ctx, visit, { cardId, at, desk }) => {
  const deskIn = await loadDesk(ctx, desk, doneAt(ctx, at));
  const handed = await handCard(ctx, visit, cardId);
  const effect: VisitEffect = { ...handed, set: { ...handed.set, deskIn } };
  return withStatusNotice(visitor, ctx, visit, 'VISITOR_RECEIVED', effect);
};

const ofForm = actionsOf(
  visitor,
  formActs(visitor, {
    approve: (ctx, visit, input) => letIn(ctx, visit, input),
    begin,
    complete: leave,
    end: async (ctx, visit: Visit, { reason }: { reason?: string }) => ({
      with: await passRevoked(ctx, visit, reason),
    }),
  }),
);

const notifyOfVisit = notifyOfForm(visitor);

/** Rules for visits: completion, their pass, and actions beside the change of status (domain.md, Visitor). */
export const visitBehaviour: BehaviourOf<typeof visitor> = {
  check: completeVisitor,
  async changes(ctx, { doc, before }) {
    if (!doc) return [];
    if (before) return passMoved(ctx, before, doc);
    if (!doc.passCode) return [];
    const pass = await loadPass(ctx, doc);
    begunWith.set(doc, pass.insert._id);
    return [pass];
  },
  async first(_ctx, _session, visit) {
    visit.passId = begunWith.get(visit) ?? null;
  },
  async inTransaction(ctx, session, done) {
    // Each recipient is notified once: the question precedes the news of the visit.
    await notifyOfQuestion(ctx, session, done);
    await notifyOfVisit(ctx, session, done);
  },
  actions: {
    ...ofForm,
    // Entries of workers are not announced.
    'in-progress': (ctx, visit, input) =>
      visit.guestType !== 'WORKER' && ofForm['in-progress']
        ? ofForm['in-progress'](ctx, visit, input)
        : begin(ctx, visit, input),
    complete: (ctx, visit, input) =>
      visit.guestType !== 'WORKER' && ofForm.complete ? ofForm.complete(ctx, visit, input) : leave(ctx, visit, input),
    receive,
    photograph: addPictures,
    remember,
    warn,
    ask,
    answer,
    erase: eraseVisit,
  },
};
/** Passes of new visits, until they are stored. */
const begunWith = new WeakMap<Visit, string>();
