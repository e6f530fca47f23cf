import type { Definition } from '@lobby/shared/kit/definition.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { watchEntry } from '@lobby/shared/modules/watchlist.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { db, type Session } from '../../kit/database/database.ts';
import { letFilesGo } from '../../kit/files/file-store.ts';
import { destroyKeys } from '../../kit/privacy/person-keys.ts';
import { NOBODY } from '../../kit/privacy/scrub.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import { keysAfter } from '../../kit/records/records.ts';
import { events } from '../../kit/store/events.ts';
import { onceCollection } from '../../kit/store/idempotency.ts';
import type { Change } from '../../kit/store/save.ts';
import { collectionOf, modelOf, type Stored, sealed } from '../../kit/store/schema.ts';

type Values = Record<string, unknown>;

/** What tells who somebody is or looks like, beside the name. */
const TELLING = { phone: null, identifier: null, plate: null, idImages: [], faceImage: [] };
const SAID = { name: NOBODY, note: null, staffNote: null, contactId: null };
/** Places, times, status and counts stay: who it was is gone. */
const BLANK: ReadonlyMap<Definition, Values> = new Map<Definition, Values>([
  [visitor, { ...TELLING, ...SAID, contactName: null, guestId: null }],
  [guest, { ...TELLING, ...SAID, blockedReason: null }],
  [watchEntry, { phone: null, identifier: null, plate: null, rawPlate: null, photo: [], name: NOBODY, reason: null }],
]);

const idsIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Takes who it was out of a record; its key goes, and with it what history and backups hold. Without the name too where it is `whole`. */
async function forgotten(ctx: Ctx, definition: Definition, doc: Stored, whole: boolean): Promise<Effect> {
  const { projectId } = ctx;
  const given = whole ? (BLANK.get(definition) ?? {}) : TELLING;
  const set = sealed(definition, projectId, given, { ...doc, ...given });
  const keys = await keysAfter(ctx, definition, { ...doc, ...set });
  const images = [...idsIn(doc.idImages), ...idsIn(doc.faceImage), ...idsIn(doc.photo)];
  const also = async (session: Session) => {
    const own = { projectId, entityId: doc._id, entity: definition.name };
    await events().updateMany(own, { $set: { before: null, after: null, row: null } }, { session });
    await letFilesGo(images, session);
    if (whole) await forgetPasses(ctx, doc, session);
    await db()
      .collection(onceCollection.name)
      .updateMany({ 'answer.id': doc._id }, { $set: { answer: null } }, { session });
    await destroyKeys([doc._id], session);
  };
  return { set: { ...set, ...(keys && { keys }) }, note: { before: null, after: null }, also };
}

/** The passes of who is forgotten name nobody, and open no page any more. */
async function forgetPasses({ projectId, now }: Ctx, { _id }: Stored, session: Session): Promise<void> {
  const passes = db().collection<Stored>(collectionOf(visitorPass));
  const own = { projectId, $or: [{ visitorId: _id }, { guestId: _id }] };
  const ids = (await passes.find(own, { session, projection: { _id: 1 } }).toArray()).map(pass => pass._id);
  if (ids.length === 0) return;
  await passes.updateMany({ _id: { $in: ids } }, { $set: { name: NOBODY, token: null, keys: [] } }, { session });
  const open = { _id: { $in: ids }, status: 'ACTIVE' };
  await passes.updateMany(open, { $set: { status: 'REVOKED', endedAt: now } }, { session });
  const told = { projectId, entityId: { $in: ids }, entity: visitorPass.name };
  await events().updateMany(told, { $set: { before: null, after: null, row: null } }, { session });
}

/** A record of a person as it is forgotten by the house itself. */
export async function forgetting(ctx: Ctx, definition: Definition, doc: Stored, whole = false): Promise<Change> {
  const { set = {}, ...rest } = await forgotten(ctx, definition, doc, whole);
  return {
    definition,
    action: 'erase',
    update: { doc, set, keepVersion: true, while: { deletedAt: doc.deletedAt } },
    ...rest,
  } as Change;
}

/** Erases who came: the visit stays among those of its unit, without anybody. */
export const eraseVisit: Rule = async (ctx, doc, { reason }) => ({
  ...(await forgotten(ctx, visitor, doc, true)),
  note: { before: null, after: { reason } },
});

/** Erases whom an ended entry of the watch list was about. */
export const eraseEntry: Rule = async (ctx, doc, { reason }) => ({
  ...(await forgotten(ctx, watchEntry, doc, true)),
  note: { before: null, after: { endedReason: reason } },
});

/** The visits of a familiar guest that are not forgotten yet. */
const visitsOf = (ctx: Ctx, guestId: string): Promise<Stored[]> =>
  modelOf(visitor).find({ projectId: ctx.projectId, guestId }).maxTimeMS(5000).lean<Stored[]>();

/** What goes with a familiar guest: the persons of the visits. */
export async function withVisits(ctx: Ctx, guestId: string): Promise<Change[]> {
  const visits = await visitsOf(ctx, guestId);
  return Promise.all(visits.map(visit => forgetting(ctx, visitor, visit, true)));
}

/** Erases a familiar guest, and whoever came by that name, on request or since the purpose is over. */
export const eraseGuest: Rule = async (ctx, doc, { reason }) => {
  if (doc.insideNow === true) fail('GUEST_INSIDE');
  const own = await forgotten(ctx, guest, doc, true);
  return {
    ...own,
    set: { ...own.set, deletedAt: ctx.now },
    note: { before: null, after: { reason } },
    with: await withVisits(ctx, doc._id),
  };
};
