import { DAY_MS, dayOf, instantAt } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { letFilesGo } from '../../kit/files/file-store.ts';
import { type Change, Overtaken, save } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { readersOf } from '../../platform/auth/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { endApproval, mark, subjectOf } from '../resident-form/index.ts';
import { forgetting, withVisits } from './erasure.ts';
import { passRevoked } from './passes.ts';

const BATCH = 500;
const MINUTE_MS = 60_000;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Does a job for every project. */
export const everywhere =
  (job: (ctx: Ctx) => Promise<number>) =>
  async (now: Date): Promise<number> => {
    let done = 0;
    for await (const project of projects().find()) done += await job(systemCtx(settingsOf(project), now));
    return done;
  };

/** The records of a definition that a job is to look at. */
export const found = (ctx: Ctx, definition: Definition, query: Record<string, unknown>): Promise<Stored[]> =>
  modelOf(definition)
    .find({ projectId: ctx.projectId, ...query })
    .limit(BATCH)
    .lean<Stored[]>();

/** Saves what a job does to a record; another server may have been quicker. */
export async function kept(ctx: Ctx, changes: readonly Change[]): Promise<void> {
  await save(ctx, changes).catch(error => {
    if (!(error instanceof Overtaken)) throw error;
  });
}

/** Guests who stay beyond what was agreed; without an hour agreed, beyond the hour at which the house closes. The desk hears again and again, the household once. */
async function overstays(ctx: Ctx): Promise<number> {
  const { overstayMinutes, overstayRepeatMinutes, overstayMaxHours, visitorCloseTime } = await receptionIn(
    ctx.projectId,
  );
  const late = before(ctx.now, overstayMinutes * MINUTE_MS);
  const today = dayOf(ctx.now, ctx.project.timeZone);
  const [hours = 0, minutes = 0] = visitorCloseTime.split(':').map(Number);
  const closing = instantAt(today, hours * 60 + minutes, ctx.project.timeZone).getTime();
  const closed = new Date(closing <= ctx.now.getTime() ? closing : closing - DAY_MS);
  const inside = { status: 'IN_PROGRESS' };
  const desk = async () => toStaff(await readersOf(ctx.projectId, visitor.code));
  const common = { definition: visitor, action: 'overstay', type: 'VISITOR_OVERSTAY' } as const;
  const fresh = await mark(ctx, {
    ...common,
    query: {
      ...inside,
      overstay: false,
      $or: [{ expectedOutAt: { $lte: late } }, { expectedOutAt: null, actualInAt: { $lt: closed } }],
    },
    set: () => ({ overstay: true, overstayAt: ctx.now, overstayToldAt: ctx.now }),
    who: async doc => [await desk(), toUnit(doc.unitId)],
  });
  const again = await mark(ctx, {
    ...common,
    query: {
      ...inside,
      overstay: true,
      overstayToldAt: { $lte: before(ctx.now, overstayRepeatMinutes * MINUTE_MS) },
      overstayAt: { $gt: before(ctx.now, overstayMaxHours * 60 * MINUTE_MS) },
    },
    set: () => ({ overstayToldAt: ctx.now }),
    who: async () => [await desk()],
  });
  const nights = await mark(ctx, {
    definition: visitor,
    action: 'overnight',
    query: { ...inside, overnight: false, actualInAt: { $lt: closed } },
    set: () => ({ overnight: true }),
  });
  return fresh + again + nights;
}

/** Whoever did not come for a day is not expected any more; a pass for many times waits on. */
async function noShows(ctx: Ctx): Promise<number> {
  const gone = { $lte: before(ctx.now, DAY_MS) };
  const docs = await found(ctx, visitor, {
    deletedAt: null,
    status: { $in: ['WAITING', 'APPROVED'] },
    passUse: { $ne: 'REPEATED' },
    $or: [{ expectedOutAt: gone }, { expectedOutAt: null, expectedInAt: gone }],
  });
  for (const doc of docs) {
    const end = await endApproval(ctx, visitor, doc);
    const update = { doc, set: { status: 'CANCELLED', reason: 'NO_SHOW', ...end.set } };
    const also = async (session: Session) => {
      await end.also?.(session);
      await notify(ctx, toUnit(doc.unitId), 'VISITOR_CANCELLED', subjectOf(visitor, doc), session);
    };
    await kept(ctx, [{ definition: visitor, action: 'cancel', update, also }, ...(await passRevoked(ctx, doc))]);
  }
  return docs.length;
}

/** Visits that are over for so long: by when somebody left, else by when they were expected. */
const overSince = (at: Date) => ({
  // Whoever is inside keeps theirs, however long.
  status: { $ne: 'IN_PROGRESS' },
  $or: [
    { actualOutAt: { $lt: at } },
    { actualOutAt: null, expectedInAt: { $lt: at } },
    { actualOutAt: null, expectedInAt: null, createdAt: { $lt: at } },
  ],
});

/** Pictures of guests and their papers are kept as long as the project says, and no longer (domain.md, Personal data). */
async function clearImages(ctx: Ctx): Promise<number> {
  const { visitorImageDays } = await receptionIn(ctx.projectId);
  const docs = await found(ctx, visitor, {
    $and: [
      { $or: [{ 'idImages.0': { $exists: true } }, { 'faceImage.0': { $exists: true } }] },
      overSince(before(ctx.now, visitorImageDays * DAY_MS)),
    ],
  });
  for (const doc of docs) {
    const ids = [doc.idImages, doc.faceImage].flatMap(held => (Array.isArray(held) ? held : []));
    const update = {
      doc,
      set: { idImages: [], faceImage: [] },
      keepVersion: true,
      while: { deletedAt: doc.deletedAt },
    };
    const also = (session: Session) => letFilesGo(ids, session);
    await kept(ctx, [{ definition: visitor, action: 'clear-images', update, also }]);
  }
  return docs.length;
}

/** Phones, papers and plates go when nobody needs them any more; a familiar guest who came no more goes whole. */
async function forget(ctx: Ctx): Promise<number> {
  const at = before(ctx.now, (await receptionIn(ctx.projectId)).visitorDataDays * DAY_MS);
  const open = { $nin: ['WAITING', 'APPROVED', 'RECEIVED', 'IN_PROGRESS'] };
  const told = ['phone', 'identifier', 'plate'].map(name => ({ [name]: { $type: 'string' } }));
  const visits = await found(ctx, visitor, { $and: [{ status: open, $or: told }, overSince(at)] });
  for (const doc of visits) await kept(ctx, [await forgetting(ctx, visitor, doc)]);
  const guests = await found(ctx, guest, {
    deletedAt: null,
    insideNow: false,
    $or: [{ lastVisitAt: { $lt: at } }, { lastVisitAt: null, createdAt: { $lt: at } }],
  });
  for (const doc of guests) {
    const own = await forgetting(ctx, guest, doc, true);
    const ended = own.update && { ...own, update: { ...own.update, set: { ...own.update.set, deletedAt: ctx.now } } };
    await kept(ctx, [...(ended ? [ended] : []), ...(await withVisits(ctx, doc._id))]);
  }
  return visits.length + guests.length;
}

/** Guests who stay too long, minute by minute. */
export const turnVisits = everywhere(overstays);
/** Visits that nobody came for, hour by hour. */
export const turnNoShows = everywhere(noShows);
/** What is kept no longer, night by night. */
export const forgetGuests = everywhere(async ctx => (await clearImages(ctx)) + (await forget(ctx)));
