import { dayOf } from '@lobby/shared/kit/dates.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { needRef } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { addFiles, beginForm, formActs, together, told } from '../resident-form/index.ts';
import { keysAfter, letIn, watchedBy } from '../watchlist/index.ts';
import { nextVisit } from './again.ts';
import { asked, askingActs } from './asking.ts';
import { eraseVisit } from './erasure.ts';
import { handCard, takeCard } from './guest-cards.ts';
import { enterGuest, fromGuest, guestOf, isBlocked, leaveGuest, newGuest } from './guests.ts';
import { isPassValid, newPassCode, passRevoked, passUsed } from './passes.ts';
import { warnOf } from './watch-entries.ts';

type Values = Record<string, unknown>;

/** A visit that is told of while the guest rings is not refused for being late. */
const GRACE_MS = 15 * 60_000;

const live = (ctx: Ctx) => ({ projectId: ctx.projectId, deletedAt: null });

/** A visit goes to a unit, or somewhere else in the house; whom it is for lives there. */
async function refuseElsewhere(ctx: Ctx, whole: Values, values: Values): Promise<void> {
  const fields = { unitId: { code: 'VISITOR_UNIT_REQUIRED' } };
  if (ctx.kind === 'staff' && !whole.unitId && !whole.destination) failFields(fields, 'VISITOR_UNIT_REQUIRED');
  const code = 'VISITOR_CONTACT_NOT_IN_UNIT';
  for (const name of ['contactId', 'inviterId'])
    if (typeof values[name] === 'string' && whole.unitId) {
      const { unitIds } = await needRef(ctx, 'resident', values[name], name);
      if (!Array.isArray(unitIds) || !unitIds.includes(whole.unitId)) failFields({ [name]: { code } }, code);
    }
}

/** What residents ask for is approved at once where the project says so, and no flow stands before it. */
async function autoApproved(ctx: Ctx, form: Values): Promise<Values> {
  if (ctx.kind !== 'resident' || form.flowSteps) return form;
  const { visitorAutoApprove } = await receptionIn(ctx.projectId);
  return visitorAutoApprove ? { ...form, status: 'APPROVED' } : form;
}

/** Where the unit of a visit is. */
async function placed(ctx: Ctx, { unitId }: Values): Promise<Values> {
  if (typeof unitId !== 'string') return {};
  const { blockId, floorId } = await needRef(ctx, 'unit', unitId, 'unitId');
  return { blockId: blockId ?? null, floorId: floorId ?? null };
}

/** What an entry of the watch list is held against. */
const WATCHED = ['phone', 'identifier', 'plate', 'guestId', 'unitId'];

/** Once a card is handed over or somebody is inside, a few things can still be told. */
const LATER = ['plate', 'companions', 'note', 'staffNote'];
function refuseLate(doc: Stored, values: Values): void {
  const early = doc.status === 'WAITING' || doc.status === 'APPROVED';
  const same = (name: string) => JSON.stringify(values[name]) === JSON.stringify(doc[name] ?? null);
  if (!early && Object.keys(values).some(name => !LATER.includes(name) && !same(name)))
    fail('STATUS_NOT_ALLOWED', { status: doc.status });
}

/** Completes a visit: who it is among the familiar guests, whether that one is not wanted here, its pass, its first status. */
export async function completeVisitor(ctx: Ctx, request: Request): Promise<Values> {
  const { kind, values, doc } = request;
  if (kind === 'remove' && doc.actualInAt) fail('VISITOR_ENTERED');
  if (kind === 'remove' || kind === 'restore') return values;
  const known = doc ? {} : await fromGuest(ctx, values);
  // A resident invites by their own name.
  const said = ctx.kind === 'resident' ? { ...values, inviterId: undefined } : values;
  await refuseElsewhere(ctx, { ...doc, ...known, ...said }, said);
  const { expectedInAt } = values;
  const early = typeof expectedInAt === 'string' && Date.parse(expectedInAt) < ctx.now.getTime() - GRACE_MS;
  if (early && (!(doc?.expectedInAt instanceof Date) || doc.expectedInAt.toISOString() !== expectedInAt))
    failFields({ expectedInAt: { code: 'VISITOR_IN_PAST' } }, 'VISITOR_IN_PAST');
  const out: Values = { ...known, ...values, ...(await placed(ctx, { ...known, ...values })) };
  if (values.phone || values.identifier || values.guestId) out.blocked = await isBlocked(ctx, { ...known, ...values });
  if (!doc || WATCHED.some(name => values[name] !== undefined)) {
    const whole = { ...doc, ...known, ...values };
    out.watched = (await watchedBy(ctx, keysAfter(ctx, doc, { ...known, ...values }), whole.unitId)) !== null;
  }
  if (doc) refuseLate(doc, values);
  const form = await beginForm(ctx, visitor, request);
  if (doc) return { ...out, ...form };
  const own = ctx.kind === 'resident' ? { inviterId: ctx.residentId, guestType: 'RESIDENT_GUEST' } : {};
  const begun = {
    expectedInAt: out.expectedInAt ?? ctx.now,
    guestType: out.guestType ?? 'WALK_IN',
    // A resident's visit has a pass; the desk makes one where it is wanted.
    passCode: ctx.kind === 'resident' || values.passUse === 'REPEATED' ? await newPassCode(ctx) : null,
  };
  const asks = values.askResident === true && ctx.kind === 'staff';
  if (asks && !out.unitId) failFields({ unitId: { code: 'VISITOR_UNIT_REQUIRED' } }, 'VISITOR_UNIT_REQUIRED');
  return {
    ...out,
    ...begun,
    ...own,
    ...(await autoApproved(ctx, form)),
    ...(asks && { status: 'WAITING', ...asked(ctx) }),
  };
}

/** How long a desk may have been without a network when it tells of what it did, and how much its clock may be ahead. */
const [LATE_MS, AHEAD_MS] = [24 * 3_600_000, 2 * 60_000];

/** When the desk did it; nobody leaves before they came. */
export function doneAt(ctx: Ctx, said: unknown, after: unknown = null): Date {
  if (typeof said !== 'string') return ctx.now;
  const at = Date.parse(said);
  const from = Math.max(ctx.now.getTime() - LATE_MS, after instanceof Date ? after.getTime() : 0);
  if (at < from || at > ctx.now.getTime() + AHEAD_MS)
    failFields({ at: { code: 'VISITOR_TIME_INVALID' } }, 'VISITOR_TIME_INVALID');
  return new Date(at);
}

/** Workers are let in as long as their works go on (product.md 4, Construction). */
async function refuseStoppedWorks(ctx: Ctx, { constructionId }: Stored): Promise<void> {
  if (typeof constructionId !== 'string') return;
  const works = await modelOf(constructionRegistration)
    .findOne({ ...live(ctx), _id: constructionId })
    .lean<Stored>();
  if (works?.status !== 'IN_PROGRESS' || works.stopped === true) fail('WORKS_STOPPED');
}

/** Works count who of their workers is inside. */
async function countWorker(ctx: Ctx, { constructionId }: Stored, by: 1 | -1): Promise<Change[]> {
  if (typeof constructionId !== 'string') return [];
  const doc = await modelOf(constructionRegistration)
    .findOne({ ...live(ctx), _id: constructionId })
    .lean<Stored>();
  const update = doc && { doc, set: {}, inc: { insideNow: by }, keepVersion: true };
  return update ? [{ definition: constructionRegistration, action: by > 0 ? 'entered' : 'left', update }] : [];
}

const MOST_IMAGES = 5;
const idsIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Pictures that are taken at the desk; who would have too many is refused alone. */
async function pictured(ctx: Ctx, doc: Stored, given: Values): Promise<Effect> {
  const papers = [...idsIn(given.images), ...idsIn(given.idImages)];
  if (idsIn(doc.idImages).length + papers.length > MOST_IMAGES)
    failFields({ images: { code: 'TOO_MANY', params: { max: MOST_IMAGES } } });
  const [ids, face] = [
    await addFiles(ctx, visitor, doc, 'idImages', papers),
    await addFiles(ctx, visitor, doc, 'faceImage', given.faceImage),
  ];
  return {
    set: { ...ids.set, ...face.set },
    also: async session => {
      await ids.also?.(session);
      await face.also?.(session);
    },
  };
}

/** By hand: a pass for many times binds its visit to its days and hours, and is used by the entry. */
const begin: Rule = async (ctx, doc, input) => {
  if (!isPassValid(doc, ctx.now, ctx.project.timeZone)) return fail('PASS_NOT_VALID_NOW');
  const entered = await enter(ctx, doc, input);
  const pass = await passUsed(ctx, doc, entered.set?.actualInAt as Date, input.desk);
  return { ...entered, with: [...(entered.with ?? []), ...pass] };
};

/** Somebody comes in, whatever they prove it by. */
export async function enter(ctx: Ctx, doc: Stored, input: Values): Promise<Effect> {
  await refuseStoppedWorks(ctx, doc);
  const watched = await letIn(ctx, doc, input, typeof input.plate === 'string' ? { plate: input.plate } : {});
  const at = doneAt(ctx, input.at);
  const pictures = await pictured(ctx, doc, input);
  const handed = typeof input.cardId === 'string' ? await handCard(ctx, doc, input.cardId) : {};
  const said = {
    ...(typeof input.plate === 'string' && { plate: input.plate }),
    ...(typeof input.companions === 'number' && { companions: input.companions }),
  };
  const entered = await enterGuest(ctx, { ...doc, ...said }, at);
  return together(watched, {
    ...pictures,
    set: {
      ...pictures.set,
      ...said,
      ...handed.set,
      ...entered.set,
      actualInAt: at,
      deskIn: input.desk ?? null,
      overstay: false,
    },
    with: [...(handed.with ?? []), ...(entered.with ?? []), ...(await countWorker(ctx, doc, 1))],
  });
}

/** Somebody leaves; a pass for many times waits for its next visit. */
export async function leave(ctx: Ctx, doc: Stored, { at, desk, cardReturned }: Values): Promise<Effect> {
  const actualOutAt = doneAt(ctx, at, doc.actualInAt);
  const taken = await takeCard(ctx, doc, cardReturned);
  const { timeZone } = ctx.project;
  const stayed = doc.actualInAt instanceof Date && dayOf(doc.actualInAt, timeZone) !== dayOf(actualOutAt, timeZone);
  return {
    set: { actualOutAt, deskOut: desk ?? null, overstay: false, ...(stayed && { overnight: true }), ...taken.set },
    with: [
      ...(await nextVisit(ctx, doc)),
      ...(taken.with ?? []),
      ...(await leaveGuest(ctx, doc)),
      ...(await countWorker(ctx, doc, -1)),
    ],
  };
}

/** Makes a familiar guest of somebody who came. */
const remember: Rule = async (ctx, doc) => {
  const known = await guestOf(ctx, doc);
  if (known) return { set: { guestId: known._id } };
  if (!doc.unitId) fail('VISITOR_UNIT_REQUIRED');
  if (!doc.phone && !doc.identifier) fail('GUEST_PHONE_OR_IDENTIFIER_REQUIRED');
  const made = await newGuest(ctx, doc, doc.actualInAt instanceof Date ? doc.actualInAt : null, true);
  return { set: { guestId: made._id }, with: [{ definition: guest, action: 'create', insert: made }] };
};

/** Pictures that the desk took: of the guest one, of papers as many as there may be. */
const photograph: Rule = (ctx, doc, input) => pictured(ctx, doc, input);

const ofForm = formActs(visitor, {
  approve: (ctx, doc, input) => letIn(ctx, doc, input),
  begin,
  complete: leave,
  end: async (ctx, doc, { reason }) => ({ with: await passRevoked(ctx, doc, reason) }),
});
/** Entries of workers tell nobody. */
const quietly =
  (told: Rule | undefined, own: Rule): Rule =>
  (ctx, doc, input) =>
    doc.guestType === 'WORKER' || !told ? own(ctx, doc, input) : told(ctx, doc, input);

/** What each act on a visit does beside its change of status (domain.md, Visitor). */
export const acts: Record<string, Rule> = {
  ...ofForm,
  'in-progress': quietly(ofForm['in-progress'], begin),
  complete: quietly(ofForm.complete, leave),
  receive: async (ctx, doc, { cardId, at, desk }) => {
    doneAt(ctx, at);
    const handed = await handCard(ctx, doc, cardId);
    return told(visitor, ctx, doc, 'VISITOR_RECEIVED', { ...handed, set: { ...handed.set, deskIn: desk ?? null } });
  },
  photograph,
  remember,
  warn: warnOf,
  ...askingActs,
  erase: eraseVisit,
};
