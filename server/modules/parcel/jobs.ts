import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { letFilesGo } from '../../kit/files/file-store.ts';
import { keysAfter } from '../../kit/records/records.ts';
import { events, flushEvents } from '../../kit/store/events.ts';
import { type Doc, records, type Where } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { sealed } from '../../kit/store/seal.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { today } from './code.ts';
import { telling } from './proof.ts';
import { dayAfter, nextReminder } from './rules.ts';

const BATCH = 500;
const HOUR_MS = 3_600_000;
/** Delay of the reminder for perishables. */
const SOON_MS = 2 * HOUR_MS;
const SPOILS = ['FOOD', 'FLOWERS'];

const find = (ctx: Ctx, query: Record<string, unknown>) =>
  records(parcel).find(ctx, { status: 'RECEIVED', ...query }, { limit: BATCH });

async function turn(ctx: Ctx, doc: Doc<typeof parcel>, set: Record<string, unknown>, still: object, tells: boolean) {
  const update = { doc, set, keepVersion: true, while: { status: 'RECEIVED', ...still } };
  const also = telling(ctx, doc, 'PARCEL_REMINDER');
  const change = { definition: parcel, action: tells ? 'remind' : 'mark', update, ...(tells && { also }) };
  return save(ctx, [change]).then(
    () => true,
    error => {
      if (error instanceof VersionConflict) return false;
      throw error;
    },
  );
}

/** Reminds households of waiting parcels, each reminder once: perishables early, others on the configured days. */
async function remind(ctx: Ctx): Promise<number> {
  const { parcelReminderTime } = await receptionIn(ctx.projectId);
  const [hours = 9, minutes = 0] = parcelReminderTime.split(':').map(Number);
  const open = clockAt(ctx.now, ctx.project.timeZone).minutes >= hours * 60 + minutes;
  const soon = {
    kind: { $in: SPOILS },
    remindersSent: 0,
    receivedAt: { $lte: new Date(ctx.now.getTime() - SOON_MS) },
  };
  const due = { nextReminderOn: { $lte: today(ctx) } };
  const usual = { ...due, $or: [{ kind: { $nin: SPOILS } }, { remindersSent: { $gt: 0 } }] };
  const docs = [...(await find(ctx, soon)), ...(open ? await find(ctx, usual) : [])];
  let turned = 0;
  for (const doc of docs) {
    const sent = doc.remindersSent + 1;
    const nextReminderOn = await nextReminder(ctx, doc.receivedAt ?? doc.createdAt, sent);
    const set = { remindersSent: sent, nextReminderOn, overdue: nextReminderOn === null };
    if (await turn(ctx, doc, set, { remindersSent: doc.remindersSent }, true)) turned++;
  }
  return turned;
}

/** Flags parcels that should be returned. */
async function markReturns(ctx: Ctx): Promise<number> {
  const { parcelReturnDays } = await receptionIn(ctx.projectId);
  const still = { toReturn: { $ne: true } };
  let turned = 0;
  for (const doc of await find(ctx, { ...still, receivedAt: { $ne: null } }))
    if (dayAfter(ctx, doc.receivedAt ?? doc.createdAt, parcelReturnDays) <= today(ctx))
      if (await turn(ctx, doc, { toReturn: true }, still, false)) turned++;
  return turned;
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
  for (const doc of docs) {
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
    await save(ctx, [{ definition: parcel, action: 'clear-images', update, note, also }]).catch(error => {
      if (!(error instanceof VersionConflict)) throw error;
    });
  }
  return docs.length;
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

export async function clearParcels(now: Date): Promise<number> {
  let cleared = 0;
  for await (const project of projects().find()) cleared += await clearOld(systemCtx(settingsOf(project), now));
  return cleared;
}

export async function runParcelsJob(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    turned += (await remind(ctx)) + (await markReturns(ctx));
  }
  return turned;
}
