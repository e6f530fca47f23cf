import { DAY_MS, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { clockAt, todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { letFilesGo } from '../../kit/files/file-store.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { keysAfter } from '../../kit/records/records.ts';
import { events, flushEvents } from '../../kit/store/events.ts';
import { sealed } from '../../kit/store/keys/seal.ts';
import { type Doc, records, type Where } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { notifyOfParcel } from './proof.ts';
import { dayAfter, nextReminder } from './rules.ts';

const BATCH = 500;
/** Delay of the reminder for perishables. */
const SOON_MS = 2 * HOUR_MS;
const SPOILS = ['FOOD', 'FLOWERS'] as const;

type Query = Where<typeof parcel>;

const find = (ctx: Ctx, query: Query) => records(parcel).find(ctx, { status: 'RECEIVED', ...query }, { limit: BATCH });

async function turn(ctx: Ctx, doc: Doc<typeof parcel>, set: Partial<Doc<typeof parcel>>, still: Query, tells: boolean) {
  const update = { doc, set, keepVersion: true, while: { status: 'RECEIVED', ...still } };
  const also = notifyOfParcel(ctx, doc, 'PARCEL_REMINDER');
  const change = { definition: parcel, action: tells ? 'remind' : 'mark', update, ...(tells && { also }) };
  return save(ctx, [change]);
}

/** Reminds households of waiting parcels, each reminder once: perishables early, others on the configured days. */
async function remind(ctx: Ctx): Promise<number> {
  const { parcelReminderTime } = await receptionIn(ctx.projectId);
  const [hours = 9, minutes = 0] = parcelReminderTime.split(':').map(Number);
  const open = clockAt(ctx.now, ctx.project.timeZone).minutes >= hours * 60 + minutes;
  const soon: Query = {
    kind: { $in: SPOILS },
    remindersSent: 0,
    receivedAt: { $lte: new Date(ctx.now.getTime() - SOON_MS) },
  };
  const due = { nextReminderOn: { $lte: todayOf(ctx) } };
  const usual: Query = { ...due, $or: [{ kind: { $nin: SPOILS } }, { remindersSent: { $gt: 0 } }] };
  const docs = [...(await find(ctx, soon)), ...(open ? await find(ctx, usual) : [])];
  return attemptEach(docs, async doc => {
    const sent = doc.remindersSent + 1;
    const nextReminderOn = await nextReminder(ctx, doc.receivedAt ?? doc.createdAt, sent);
    const set = { remindersSent: sent, nextReminderOn, overdue: nextReminderOn === null };
    return turn(ctx, doc, set, { remindersSent: doc.remindersSent }, true);
  });
}

/** Flags parcels that should be returned. */
async function markReturns(ctx: Ctx): Promise<number> {
  const { parcelReturnDays } = await receptionIn(ctx.projectId);
  const still = { toReturn: { $ne: true } };
  return attemptEach(await find(ctx, { ...still, receivedAt: { $ne: null } }), async doc =>
    dayAfter(ctx, doc.receivedAt ?? doc.createdAt, parcelReturnDays) <= todayOf(ctx)
      ? turn(ctx, doc, { toReturn: true }, still, false)
      : null,
  );
}

/** Query of parcels that left before a moment and still have pictures, signature or phone; for returned and lost ones the last change counts. */
export const picturedParcels = (before: Date): Where<typeof parcel> => ({
  status: { $in: ['HANDED_OVER', 'RETURNED', 'LOST'] },
  $and: [
    {
      $or: [
        { 'photos.0': { $exists: true } },
        { 'signature.0': { $exists: true } },
        { 'handPhotos.0': { $exists: true } },
        { recipientPhone: { $type: 'string' } },
      ],
    },
    { $or: [{ handedAt: { $lt: before } }, { handedAt: null, updatedAt: { $lt: before } }] },
  ],
});

/** Removes pictures, signatures and phone numbers after the retention period. */
async function clearOld(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now.getTime() - (await receptionIn(ctx.projectId)).parcelPhotoDays * DAY_MS);
  const docs = await records(parcel).withRemoved().find(ctx, picturedParcels(before), { limit: BATCH });
  return attemptEach(docs, async doc => {
    const ids = [...doc.photos, ...doc.signature, ...doc.handPhotos];
    const gone = { recipientPhone: null };
    const bare = sealed(parcel, ctx.projectId, gone, { ...doc, ...gone });
    const keys = await keysAfter(ctx, parcel, { ...doc, ...bare });
    const set = { ...bare, photos: [], signature: [], handPhotos: [], ...(keys && { keys }) };
    const also = async (session: Session) => {
      await letFilesGo(ids, session);
      await forgetPhone(ctx, doc._id, session);
    };
    const update = { doc, set, keepVersion: true, while: { deletedAt: doc.deletedAt } };
    const note = { before: null, after: null };
    return save(ctx, [{ definition: parcel, action: 'clear-images', update, note, also }]);
  });
}

/** Erases the phone number from the history too. */
async function forgetPhone({ projectId }: Ctx, entityId: string, session: Session): Promise<void> {
  const parts = ['before', 'after', 'row'].map(part => `${part}.recipientPhone`);
  await flushEvents(session);
  await events().updateMany(
    { projectId, entityId, entity: parcel.name },
    { $unset: Object.fromEntries(parts.map(part => [part, ''])) },
    { session },
  );
}

export const clearParcelsJob = defineJob({
  name: 'pictures of parcels',
  every: '53 3 * * *',
  perProject: clearOld,
});

export const parcelsJob = defineJob({
  name: 'parcels',
  every: '*/10 * * * *',
  perProject: ctx => attemptEach([remind, markReturns], step => step(ctx)),
});
