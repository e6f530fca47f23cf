import { guest } from '@lobby/shared/modules/guest.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import { holdKeys, loadHoldKeys } from '../../../kit/privacy/person-keys.ts';
import { blindIndex, open } from '../../../kit/privacy/personal.ts';
import { build, keysAfter } from '../../../kit/records/records.ts';
import type { Action, BehaviourOf, EffectOf, RequestOf, Values } from '../../../kit/records/typed-behaviour.ts';
import { sealed } from '../../../kit/store/keys/seal.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';
import { loadRefs, needRef } from '../../../kit/store/refs/refs.ts';
import { type Change, VersionConflict } from '../../../kit/store/save.ts';
import { receptionIn } from '../../../platform/reception/reception.ts';
import { passesMerged } from '../pass/passes.ts';
import { eraseGuest } from './erasure.ts';

type Visit = Doc<typeof visitor>;
type Guest = Doc<typeof guest>;
const PERSONAL = ['phone', 'identifier'] as const;
type Personal = (typeof PERSONAL)[number];
const isPersonal = (name: string): name is Personal => name === 'phone' || name === 'identifier';

/** A value in plain text; the person's key must be in memory. */
export const plain = (ctx: Ctx, name: string, value: unknown): unknown =>
  isPersonal(name) && typeof value === 'string' ? open(ctx.projectId, value) : value;

const byDigest = ({ projectId }: Ctx, name: Personal, value: string | null | undefined) =>
  value ? [{ [`blind.${name}` as const]: blindIndex(projectId, name, value) }] : [];

/** Familiar guest of a visit: by reference, else by phone or identity number in the same unit. */
export async function findGuest(ctx: Ctx, visit: Visit): Promise<Guest | null> {
  await holdKeys([visit]);
  const opened = (name: Personal) => visit[name] && open(ctx.projectId, visit[name]);
  const ways: Where<typeof guest>[] = [
    ...(visit.guestId ? [{ _id: visit.guestId }] : []),
    ...PERSONAL.flatMap(name => byDigest(ctx, name, opened(name))).map(way => ({ ...way, unitId: visit.unitId })),
  ];
  for (const way of ways) {
    const stored = await records(guest).first(ctx, way);
    if (stored) return stored;
  }
  return null;
}

/** Whether a guest with this phone or identity number is blocked. */
export async function isBlocked(
  ctx: Ctx,
  { guestId, phone, identifier }: Pick<Values<typeof visitor>, 'guestId' | 'phone' | 'identifier'>,
): Promise<boolean> {
  const ways: Where<typeof guest>[] = [
    ...(guestId ? [{ _id: guestId }] : []),
    ...byDigest(ctx, 'phone', phone),
    ...byDigest(ctx, 'identifier', identifier),
  ];
  return ways.length > 0 && records(guest).exists(ctx, { blocked: true, $or: ways });
}

const COPIED = ['name', 'phone', 'identifier', 'unitId', 'relationship', 'contactId', 'plate', 'vehicleType'] as const;
type Copy = Pick<Values<typeof visitor>, (typeof COPIED)[number]>;

/** Common fields of a visit and a familiar guest. */
const copyOf = (ctx: Ctx, doc: Visit | Guest): Copy =>
  Object.fromEntries(COPIED.map(name => [name, plain(ctx, name, doc[name]) ?? null]));

/** Values that a new visit takes over from its familiar guest. */
export async function fromGuest(
  ctx: Ctx,
  { guestId, unitId }: Pick<Values<typeof visitor>, 'guestId' | 'unitId'>,
): Promise<Copy> {
  if (!guestId) return {};
  const doc = await needRef(ctx, guest, guestId, 'guestId');
  if (unitId && doc.unitId !== unitId) {
    // Residents do not learn of other households' guests.
    const code = ctx.kind === 'resident' ? 'REFERENCE_NOT_FOUND' : 'GUEST_OTHER_UNIT';
    failFields({ guestId: { code } }, code);
  }
  await holdKeys([doc]);
  const copy = copyOf(ctx, doc);
  // The former contact may have moved out.
  return (await livesIn(ctx, copy.contactId, doc.unitId)) ? copy : { ...copy, contactId: null };
}

/** Whether a resident lives in a unit; true for none. */
async function livesIn(ctx: Ctx, residentId: string | null | undefined, unitId: string): Promise<boolean> {
  if (!residentId) return true;
  const person = (await loadRefs(ctx.projectId, resident, [residentId])).get(residentId);
  return person?.unitIds.includes(unitId) ?? false;
}

const isFamiliar = async (ctx: Ctx, count: number): Promise<boolean> =>
  count >= (await receptionIn(ctx.projectId)).familiarAfter;

/** New guest of a visit. */
export async function newGuest(ctx: Ctx, visit: Visit, at: Date | null, pinned = false): Promise<Guest> {
  const count = at ? 1 : 0;
  await holdKeys([visit]);
  return build(ctx, guest, {
    ...copyOf(ctx, visit),
    visitedCount: count,
    firstVisitAt: at,
    lastVisitAt: at,
    insideNow: visit.status === 'IN_PROGRESS',
    pinned,
    familiar: pinned || (await isFamiliar(ctx, count)),
  });
}

/** A guest created concurrently at another desk causes a retry, which finds them. */
async function assertNew(ctx: Ctx, { unitId, blind }: Guest, session: Session): Promise<void> {
  await serializeBy(`guest ${ctx.projectId} ${unitId}`, session);
  const ways: Where<typeof guest>[] = PERSONAL.flatMap(name =>
    blind?.[name] ? [{ [`blind.${name}` as const]: blind[name] }] : [],
  );
  if (ways.length > 0 && (await records(guest).in(session).exists(ctx, { unitId, $or: ways })))
    throw new VersionConflict();
}

/** Counts an entry for the known guest, or creates a new one. */
export async function enterGuest(ctx: Ctx, visit: Visit, at: Date): Promise<EffectOf<typeof visitor>> {
  if (visit.guestType === 'WORKER') return {};
  const doc = await findGuest(ctx, visit);
  if (!doc) {
    if (!visit.unitId || !PERSONAL.some(name => visit[name])) return {};
    const made = await newGuest(ctx, { ...visit, status: 'IN_PROGRESS' }, at);
    return {
      set: { guestId: made._id, visitedCount: 1 },
      with: [{ definition: guest, action: 'create', insert: made, first: session => assertNew(ctx, made, session) }],
    };
  }
  const count = doc.visitedCount + 1;
  const set = {
    lastVisitAt: at,
    firstVisitAt: doc.firstVisitAt ?? at,
    insideNow: true,
    familiar: doc.pinned || (await isFamiliar(ctx, count)),
    ...(await newFacts(ctx, doc, visit)),
  };
  const update = { doc, set, inc: { visitedCount: 1 }, keepVersion: true };
  return { set: { guestId: doc._id, visitedCount: count }, with: [{ definition: guest, action: 'visit', update }] };
}

/** New phone or plate of a known guest; name and identity number stay. */
async function newFacts(ctx: Ctx, doc: Guest, visit: Visit): Promise<Record<string, unknown>> {
  await loadHoldKeys([doc._id]);
  const phone = visit.phone && open(ctx.projectId, visit.phone);
  const [way] = byDigest(ctx, 'phone', phone);
  const isKnown = !way || doc.blind?.phone === Object.values(way)[0];
  // Another guest of the household may have the phone.
  const isTaken = !isKnown && (await records(guest).exists(ctx, { ...way, unitId: doc.unitId }));
  const facts = { ...(visit.plate && { plate: visit.plate }), ...(!isKnown && !isTaken && { phone }) };
  if (Object.keys(facts).length === 0) return {};
  const set = sealed(guest, ctx.projectId, facts, { ...doc, ...facts });
  const keys = await keysAfter(ctx, guest, { ...doc, ...set });
  return { ...set, ...(keys && { keys }) };
}

/** Marks the guest as outside. */
export async function leaveGuest(ctx: Ctx, { _id, guestId }: Visit): Promise<Change[]> {
  if (!guestId) return [];
  const doc = await records(guest).first(ctx, { _id: guestId, insideNow: true });
  const isInside = await records(visitor).exists(ctx, { guestId, status: 'IN_PROGRESS', _id: { $ne: _id } });
  const update = doc && !isInside && { doc, set: { insideNow: false }, keepVersion: true };
  return update ? [{ definition: guest, action: 'leave', update }] : [];
}

/** Completes a familiar guest; one who is inside cannot be removed. */
async function completeGuest(ctx: Ctx, { kind, values, doc }: RequestOf<typeof guest>): Promise<Values<typeof guest>> {
  if (kind === 'remove' && doc.insideNow) fail('GUEST_INSIDE');
  if (kind === 'remove' || kind === 'restore') return values;
  const unitId = values.unitId ?? doc?.unitId ?? '';
  const code = 'VISITOR_CONTACT_NOT_IN_UNIT';
  if (values.contactId && !(await livesIn(ctx, values.contactId, unitId))) failFields({ contactId: { code } }, code);
  return values;
}

/** Pass states, the most significant first. */
const PASS_STATES = ['ACTIVE', 'ENDED', 'NONE'] as const;

/** Merges two records of a guest: visits and counts move to the other one. */
const merge: Action<typeof guest, 'merge'> = async (ctx, doc, { intoId }) => {
  const into = await records(guest).get(ctx, intoId);
  const refuse = (code: string) => failFields({ intoId: { code } }, code);
  if (!into || into._id === doc._id) return refuse('REFERENCE_NOT_FOUND');
  if (into.unitId !== doc.unitId) refuse('GUEST_OTHER_UNIT');
  if (doc.insideNow || into.insideNow) fail('GUEST_INSIDE');
  const visits = await records(visitor).find(ctx, { guestId: doc._id });
  const times = (name: 'firstVisitAt' | 'lastVisitAt') =>
    [doc[name], into[name]].flatMap(at => at ?? []).toSorted((a, b) => a.getTime() - b.getTime());
  const pinned = into.pinned || doc.pinned;
  const set = {
    firstVisitAt: times('firstVisitAt')[0] ?? null,
    lastVisitAt: times('lastVisitAt').at(-1) ?? null,
    pinned,
    familiar: pinned || (await isFamiliar(ctx, doc.visitedCount + into.visitedCount)),
    passEnding: into.passEnding || doc.passEnding,
    passState: PASS_STATES.find(state => [doc.passState, into.passState].includes(state)) ?? 'NONE',
  };
  const counted = { doc: into, set, inc: { visitedCount: doc.visitedCount } };
  return {
    set: { deletedAt: ctx.now, mergedIntoId: into._id },
    note: { before: null, after: { intoId } },
    with: [
      { definition: guest, action: 'update', update: counted },
      ...(await passesMerged(ctx, doc._id, into._id)),
      ...visits.map((visit): Change => {
        const update = { doc: visit, set: { guestId: into._id }, keepVersion: true };
        return { definition: visitor, action: 'update', update };
      }),
    ],
  };
};

const pin: Action<typeof guest, 'pin'> = () => ({ set: { pinned: true, familiar: true } });
const unpin: Action<typeof guest, 'unpin'> = async (ctx, doc) => ({
  set: { pinned: false, familiar: await isFamiliar(ctx, doc.visitedCount) },
});

/** After the household has moved out its guests are no longer familiar, and their passes end. */
export const movedOut: Action<typeof guest, 'moved-out'> = (_ctx, { passState }) => ({
  set: {
    pinned: false,
    familiar: false,
    ...(passState === 'ACTIVE' && { passState: 'ENDED' as const, passEnding: false }),
  },
});

export const guestBehaviour: BehaviourOf<typeof guest> = {
  check: completeGuest,
  actions: { pin, unpin, merge, erase: eraseGuest, 'moved-out': movedOut },
};
