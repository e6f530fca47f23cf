import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import { holdKeys, holdKeysOf } from '../../kit/privacy/person-keys.ts';
import { blindIndex, open } from '../../kit/privacy/personal.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { build, keysAfter } from '../../kit/records/records.ts';
import { loadRefs, needRef, targetOf } from '../../kit/store/refs.ts';
import { type Change, Overtaken } from '../../kit/store/save.ts';
import { modelOf, type Stored, sealed } from '../../kit/store/schema.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { eraseGuest } from './erasure.ts';
import { passesMerged } from './passes.ts';

type Values = Record<string, unknown>;
const PERSONAL = ['phone', 'identifier'];
const live = (ctx: Ctx) => ({ projectId: ctx.projectId, deletedAt: null });
const text = (value: unknown) => (typeof value === 'string' && value ? value : null);

/** A value as it was typed; the key of its person must be in memory. */
export const plain = (ctx: Ctx, name: string, value: unknown): unknown =>
  PERSONAL.includes(name) && typeof value === 'string' ? open(ctx.projectId, value) : value;

const byDigest = (ctx: Ctx, name: string, value: unknown) =>
  text(value) ? [{ [`blind.${name}`]: blindIndex(ctx.projectId, name, String(value)) }] : [];

/** The familiar guest of a stored visit: as it says, else of its unit by phone, else by paper. */
export async function guestOf(ctx: Ctx, doc: Stored): Promise<Stored | null> {
  await holdKeys([doc]);
  const ways = [
    ...(text(doc.guestId) ? [{ _id: doc.guestId }] : []),
    ...PERSONAL.flatMap(name => byDigest(ctx, name, plain(ctx, name, doc[name]))).map(way => ({
      ...way,
      unitId: doc.unitId,
    })),
  ];
  for (const way of ways) {
    const found = await modelOf(guest)
      .findOne({ ...live(ctx), ...way })
      .lean<Stored>();
    if (found) return found;
  }
  return null;
}

/** Whether somebody by that phone or paper is not wanted in the house. */
export async function isBlocked(ctx: Ctx, { guestId, phone, identifier }: Values): Promise<boolean> {
  const ways = [
    ...(text(guestId) ? [{ _id: guestId }] : []),
    ...byDigest(ctx, 'phone', phone),
    ...byDigest(ctx, 'identifier', identifier),
  ];
  if (ways.length === 0) return false;
  const query: Record<string, unknown> = { ...live(ctx), blocked: true, $or: ways };
  const found = await modelOf(guest).findOne(query).lean<Stored>();
  return found !== null;
}

const COPIED = ['name', 'phone', 'identifier', 'unitId', 'relationship', 'contactId', 'plate', 'vehicleType'];

/** What a new visit takes over from its familiar guest, within the server. */
export async function fromGuest(ctx: Ctx, { guestId, unitId }: Values): Promise<Values> {
  if (!text(guestId)) return {};
  const known = await needRef(ctx, 'guest', String(guestId), 'guestId');
  if (text(unitId) && known.unitId !== unitId)
    failFields({ guestId: { code: 'GUEST_OTHER_UNIT' } }, 'GUEST_OTHER_UNIT');
  await holdKeys([known]);
  const copy = Object.fromEntries(COPIED.map(name => [name, plain(ctx, name, known[name]) ?? null]));
  // Whom they used to visit may have moved out.
  return (await livesIn(ctx, copy.contactId, known.unitId)) ? copy : { ...copy, contactId: null };
}

/** Whether somebody lives in a unit; nobody lives everywhere. */
async function livesIn(ctx: Ctx, residentId: unknown, unitId: unknown): Promise<boolean> {
  if (!text(residentId)) return true;
  const found = (await loadRefs(ctx.projectId, targetOf('resident'), [String(residentId)])).get(String(residentId));
  return Array.isArray(found?.unitIds) && found.unitIds.includes(unitId);
}

async function familiarFrom(ctx: Ctx): Promise<number> {
  return (await receptionIn(ctx.projectId)).familiarAfter;
}

/** A guest that a visit makes known. */
export async function newGuest(ctx: Ctx, doc: Stored, at: Date | null, pinned = false): Promise<Stored> {
  const count = at ? 1 : 0;
  await holdKeys([doc]);
  return build(ctx, guest, {
    ...Object.fromEntries(COPIED.map(name => [name, plain(ctx, name, doc[name]) ?? null])),
    visitedCount: count,
    firstVisitAt: at,
    lastVisitAt: at,
    insideNow: doc.status === 'IN_PROGRESS',
    pinned,
    familiar: pinned || count >= (await familiarFrom(ctx)),
  });
}

/** Whom another desk makes known at this moment is made once: the later entry begins again, and finds them. */
async function refuseMade({ projectId, unitId, blind }: Stored, session: Session): Promise<void> {
  await takeTurn(`guest ${projectId} ${unitId}`, session);
  const ways = PERSONAL.flatMap(name => (blind?.[name] ? [{ [`blind.${name}`]: blind[name] }] : []));
  const query: Record<string, unknown> = { projectId, unitId, deletedAt: null, $or: ways };
  if (ways.length > 0 && (await modelOf(guest).exists(query).session(session))) throw new Overtaken();
}

/** Counts an entry: of the guest that is known, or of one who is from now on. */
export async function enterGuest(ctx: Ctx, doc: Stored, at: Date): Promise<Effect> {
  if (doc.guestType === 'WORKER') return {};
  const known = await guestOf(ctx, doc);
  if (!known) {
    if (!text(doc.unitId) || !PERSONAL.some(name => text(doc[name]))) return {};
    const made = await newGuest(ctx, { ...doc, status: 'IN_PROGRESS' }, at);
    return {
      set: { guestId: made._id, visitedCount: 1 },
      with: [{ definition: guest, action: 'create', insert: made, first: session => refuseMade(made, session) }],
    };
  }
  const count = Number(known.visitedCount) + 1;
  const set = {
    lastVisitAt: at,
    firstVisitAt: known.firstVisitAt ?? at,
    insideNow: true,
    familiar: known.pinned === true || count >= (await familiarFrom(ctx)),
    ...(await newFacts(ctx, known, doc)),
  };
  const update = { doc: known, set, inc: { visitedCount: 1 }, keepVersion: true };
  return { set: { guestId: known._id, visitedCount: count }, with: [{ definition: guest, action: 'visit', update }] };
}

/** What a guest says of phone and plate this time: name and paper stay as they are known. */
async function newFacts(ctx: Ctx, known: Stored, doc: Stored): Promise<Values> {
  await holdKeysOf([known._id]);
  const phone = text(plain(ctx, 'phone', doc.phone));
  const [own] = byDigest(ctx, 'phone', phone);
  const same = !own || known.blind?.phone === Object.values(own)[0];
  // Somebody else of the household may be known by it.
  const taken = !same && (await modelOf(guest).exists({ ...live(ctx), ...own, unitId: known.unitId }));
  const said = { ...(text(doc.plate) && { plate: doc.plate }), ...(!same && !taken && { phone }) };
  if (Object.keys(said).length === 0) return {};
  const set = sealed(guest, ctx.projectId, said, { ...known, ...said });
  const keys = await keysAfter(ctx, guest, { ...known, ...set });
  return { ...set, ...(keys && { keys }) };
}

/** The guest is outside again. */
export async function leaveGuest(ctx: Ctx, { _id, guestId }: Stored): Promise<Change[]> {
  if (!text(guestId)) return [];
  const known = await modelOf(guest)
    .findOne({ ...live(ctx), _id: guestId, insideNow: true })
    .lean<Stored>();
  const other = await modelOf(visitor).exists({ ...live(ctx), guestId, status: 'IN_PROGRESS', _id: { $ne: _id } });
  const update = known && !other && { doc: known, set: { insideNow: false }, keepVersion: true };
  return update ? [{ definition: guest, action: 'leave', update }] : [];
}

/** Completes a familiar guest, or refuses one who is told of wrongly, or inside. */
export async function completeGuest(ctx: Ctx, { kind, values, doc }: Request): Promise<Values> {
  if (kind === 'remove' && doc.insideNow === true) fail('GUEST_INSIDE');
  if (kind === 'remove' || kind === 'restore') return values;
  const whole: Values = { ...doc, ...values };
  const code = 'VISITOR_CONTACT_NOT_IN_UNIT';
  if (text(values.contactId) && !(await livesIn(ctx, values.contactId, whole.unitId)))
    failFields({ contactId: { code } }, code);
  return values;
}

/** Two records of one guest: visits and count go over to the other one. */
const merge: Rule = async (ctx, doc, { intoId }) => {
  const into = await modelOf(guest)
    .findOne({ ...live(ctx), _id: intoId })
    .lean<Stored>();
  const refuse = (code: string) => failFields({ intoId: { code } }, code);
  if (!into || into._id === doc._id) return refuse('REFERENCE_NOT_FOUND');
  if (into.unitId !== doc.unitId) refuse('GUEST_OTHER_UNIT');
  if (doc.insideNow === true || into.insideNow === true) fail('GUEST_INSIDE');
  const visits = await modelOf(visitor)
    .find({ ...live(ctx), guestId: doc._id })
    .maxTimeMS(5000)
    .lean<Stored[]>();
  const at = (one: Stored, name: string) => (one[name] instanceof Date ? [one[name]] : []);
  const times = (name: string) => [...at(doc, name), ...at(into, name)].toSorted((a, b) => a.getTime() - b.getTime());
  const count = Number(doc.visitedCount) + Number(into.visitedCount);
  const pinned = into.pinned === true || doc.pinned === true;
  const set = {
    firstVisitAt: times('firstVisitAt')[0] ?? null,
    lastVisitAt: times('lastVisitAt').at(-1) ?? null,
    pinned,
    familiar: pinned || count >= (await familiarFrom(ctx)),
  };
  const counted = { doc: into, set, inc: { visitedCount: Number(doc.visitedCount) } };
  return {
    set: { deletedAt: ctx.now },
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

const pinned =
  (on: boolean): Rule =>
  async (ctx, doc) => ({ set: { pinned: on, familiar: on || Number(doc.visitedCount) >= (await familiarFrom(ctx)) } });
export const guestActs: Record<string, Rule> = { pin: pinned(true), unpin: pinned(false), merge, erase: eraseGuest };
