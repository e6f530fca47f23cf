import type { Definition } from '@lobby/shared/kit/definition.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { watchEntry } from '@lobby/shared/modules/watchlist.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { db, type Session } from '../../../kit/database/database.ts';
import { letFilesGo } from '../../../kit/files/file-store.ts';
import { destroyKeys } from '../../../kit/privacy/person-keys.ts';
import { NOBODY } from '../../../kit/privacy/scrub.ts';
import { keysAfter } from '../../../kit/records/records.ts';
import type { Action } from '../../../kit/records/typed-behaviour.ts';
import { events, flushEvents } from '../../../kit/store/events.ts';
import { onceCollection } from '../../../kit/store/idempotency.ts';
import { sealed } from '../../../kit/store/keys/seal.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';

/** Records to anonymise: a visit, a familiar guest, or an entry of the watch list. */
type Person = Doc<typeof visitor> | Doc<typeof guest> | Doc<typeof watchEntry>;

/** Identifying fields beside the name. */
const IDENTIFYING = { phone: null, identifier: null, plate: null, idImages: [], faceImage: [] };
const SAID = { name: NOBODY, note: null, staffNote: null, contactId: null };
/** Values of an anonymised record; places, times, status and counts stay. */
const BLANK: ReadonlyMap<Definition, Record<string, unknown>> = new Map<Definition, Record<string, unknown>>([
  [visitor, { ...IDENTIFYING, ...SAID, contactName: null, guestId: null }],
  [guest, { ...IDENTIFYING, ...SAID, blockedReason: null }],
  [watchEntry, { phone: null, identifier: null, plate: null, rawPlate: null, photo: [], name: NOBODY, reason: null }],
]);

const imagesOf = (person: Person): readonly string[] => {
  if ('idImages' in person) return [...person.idImages, ...person.faceImage];
  return 'photo' in person ? person.photo : [];
};

/** Anonymises a record; its key is deleted, which also covers history and backups. `whole` includes the name. */
async function withoutPerson(ctx: Ctx, definition: Definition, person: Person, whole: boolean) {
  const { projectId } = ctx;
  const blank = whole ? (BLANK.get(definition) ?? {}) : IDENTIFYING;
  const set = sealed(definition, projectId, blank, { ...person, ...blank });
  const keys = await keysAfter(ctx, definition, { ...person, ...set });
  const also = async (session: Session) => {
    const filter = { projectId, entityId: person._id, entity: definition.name };
    await flushEvents(session);
    await events().updateMany(filter, { $set: { before: null, after: null, row: null } }, { session });
    await letFilesGo(imagesOf(person), session);
    await db()
      .collection(onceCollection.name)
      .updateMany({ 'answer.id': person._id }, { $set: { answer: null } }, { session });
    await destroyKeys([person._id], session);
  };
  return { set: { ...set, ...(keys && { keys }) }, note: { before: null, after: null }, also };
}

/** Anonymises the passes of a person and makes their links invalid. */
async function withoutPasses(ctx: Ctx, ids: readonly string[]): Promise<Change[]> {
  const { projectId } = ctx;
  const where = { $or: [{ visitorId: { $in: ids } }, { guestId: { $in: ids } }] };
  const passes = await records(visitorPass).withRemoved().find(ctx, where);
  return passes.map((pass): Change => {
    const isActive = pass.status === 'ACTIVE';
    const ended = isActive && { status: 'REVOKED', endedAt: ctx.now };
    return {
      definition: visitorPass,
      action: isActive ? 'revoke' : 'update',
      update: {
        doc: pass,
        set: { name: NOBODY, token: null, keys: [], ...ended },
        keepVersion: true,
        while: { deletedAt: pass.deletedAt },
      },
      note: { before: null, after: null },
      async also(session) {
        const filter = { projectId, entityId: pass._id, entity: visitorPass.name };
        await flushEvents(session);
        await events().updateMany(filter, { $set: { before: null, after: null, row: null } }, { session });
      },
    };
  });
}

async function forgetting(ctx: Ctx, definition: Definition, person: Person, whole: boolean): Promise<Change> {
  const { set, ...rest } = await withoutPerson(ctx, definition, person, whole);
  return {
    definition,
    action: 'erase',
    update: { doc: person, set, keepVersion: true, while: { deletedAt: person.deletedAt } },
    ...rest,
  };
}

/** Removes phone, identity number, plate and images of a visit; the name stays. */
export const forgetVisit = (ctx: Ctx, visit: Doc<typeof visitor>): Promise<Change> =>
  forgetting(ctx, visitor, visit, false);

/** Anonymises and removes a long ended entry of the watch list. */
export async function forgetEntry(ctx: Ctx, entry: Doc<typeof watchEntry>): Promise<Change> {
  const change = await forgetting(ctx, watchEntry, entry, true);
  return removed(ctx, change);
}

/** Anonymises and removes a familiar guest with their visits and passes. */
export async function forgetGuest(ctx: Ctx, person: Doc<typeof guest>): Promise<Change[]> {
  return [removed(ctx, await forgetting(ctx, guest, person, true)), ...(await withVisits(ctx, person._id))];
}

const removed = (ctx: Ctx, change: Change): Change => ({
  ...change,
  ...(change.update && { update: { ...change.update, set: { ...change.update.set, deletedAt: ctx.now } } }),
});

/** Anonymises a visit, which stays in the history of its unit. */
export const eraseVisit: Action<typeof visitor, 'erase'> = async (ctx, visit, { reason }) => ({
  ...(await withoutPerson(ctx, visitor, visit, true)),
  note: { before: null, after: { reason } },
  with: await withoutPasses(ctx, [visit._id]),
});

/** Anonymises an ended entry of the watch list. */
export const eraseEntry: Action<typeof watchEntry, 'erase'> = async (ctx, entry, { reason }) => ({
  ...(await withoutPerson(ctx, watchEntry, entry, true)),
  note: { before: null, after: { endedReason: reason } },
});

/** Anonymises the visits of a familiar guest, removed ones included, and the passes of all of them. */
async function withVisits(ctx: Ctx, guestId: string): Promise<Change[]> {
  const visits = await records(visitor).withRemoved().find(ctx, { guestId });
  const passes = await withoutPasses(ctx, [guestId, ...visits.map(({ _id }) => _id)]);
  return [...(await Promise.all(visits.map(visit => forgetting(ctx, visitor, visit, true)))), ...passes];
}

/** Erases a familiar guest with their visits, on request or once the purpose is over. */
export const eraseGuest: Action<typeof guest, 'erase'> = async (ctx, person, { reason }) => {
  if (person.insideNow) fail('GUEST_INSIDE');
  const erasure = await withoutPerson(ctx, guest, person, true);
  return {
    ...erasure,
    set: { ...erasure.set, deletedAt: ctx.now },
    note: { before: null, after: { reason } },
    with: await withVisits(ctx, person._id),
  };
};
