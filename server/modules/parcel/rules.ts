import { DAY_MS, type Day, dayOf, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { addFiles } from '../../kit/records/acts/add-files.ts';
import { lastChange } from '../../kit/records/acts/last-change.ts';
import type { Action, ActionsOf, DoneOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { assertLivesInUnit, subjectOf } from '../resident-form/index.ts';
import { handOver, notifyOfParcel } from './proof.ts';

/** Period in which a parcel that was noted by mistake may be removed. */
const MISTAKE_MS = DAY_MS;

/** The day a number of days after a moment, in the time zone of the project. */
export const dayAfter = (ctx: Ctx, at: Date, days: number): Day =>
  dayOf(new Date(at.getTime() + days * DAY_MS), ctx.project.timeZone);

/** Day of the next reminder of a parcel; null once all are sent. */
export async function nextReminder(ctx: Ctx, receivedAt: Date, sent: number): Promise<Day | null> {
  const days = (await receptionIn(ctx.projectId)).parcelReminderDays[sent];
  return days === undefined ? null : dayAfter(ctx, receivedAt, days);
}

export async function completeParcel(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof parcel>,
): Promise<Values<typeof parcel>> {
  if (kind === 'remove' && doc.createdAt.getTime() < ctx.now.getTime() - MISTAKE_MS)
    fail('STATUS_NOT_ALLOWED', await lastChange(parcel, doc, true));
  if (kind === 'remove' || kind === 'restore') return values;
  const whole = { ...doc, ...values };
  if ((!doc || values.photos !== undefined) && !values.photos?.length)
    failFields({ photos: { code: 'PARCEL_PHOTO_REQUIRED' } }, 'PARCEL_PHOTO_REQUIRED');
  await assertLivesInUnit(ctx, whole, values);
  const { blockId } = await needRef(ctx, unit, whole.unitId ?? '', 'unitId');
  if (doc) return { ...values, blockId };
  return {
    ...values,
    blockId,
    receivedAt: ctx.now,
    receivedById: ctx.employeeId,
    nextReminderOn: await nextReminder(ctx, ctx.now, 0),
  };
}

/** Refuses a parcel whose tracking number a waiting parcel already has, unless `again` confirms it. */
async function assertNotListedYet(
  doc: Doc<typeof parcel>,
  before: Doc<typeof parcel> | null,
  session: Session,
): Promise<void> {
  const code = doc.trackingCode ?? '';
  if (!code || doc.again || before?.trackingCode === code) return;
  await serializeBy(`parcel ${doc.projectId} ${code.toLowerCase()}`, session);
  const other = await records(parcel)
    .in(session)
    .exists(doc, { status: 'RECEIVED', trackingCode: code, _id: { $ne: doc._id } });
  if (other) failFields({ trackingCode: { code: 'PARCEL_EXISTS' } }, 'PARCEL_EXISTS');
}

/** Notifies the household of a received parcel; a parcel noted for the wrong unit is withdrawn there. */
export const holdAndTell = async (
  ctx: Ctx,
  session: Session,
  { kind, doc, before }: DoneOf<typeof parcel>,
): Promise<void> => {
  if (doc) await assertNotListedYet(doc, before, session);
  if (kind === 'create') await notify(ctx, toUnit(doc.unitId), 'PARCEL_RECEIVED', subjectOf(parcel, doc), session);
  if (kind !== 'update' || doc.unitId === before.unitId) return;
  await notify(ctx, toUnit(before.unitId), 'PARCEL_MISTAKEN', subjectOf(parcel, doc), session);
  await notify(ctx, toUnit(doc.unitId), 'PARCEL_RECEIVED', subjectOf(parcel, doc), session);
};

const remind: Action<typeof parcel, 'remind'> = (ctx, doc) => {
  const last = doc.remindedAt?.getTime() ?? 0;
  const since = ctx.now.getTime() - last;
  if (since < HOUR_MS) fail('TOO_MANY_REQUESTS', { seconds: Math.ceil((HOUR_MS - since) / 1000) });
  return { set: { remindedAt: ctx.now }, also: notifyOfParcel(ctx, doc, 'PARCEL_REMINDER') };
};

/** Fields of a parcel that no longer waits: no reminder, no mark. */
const OVER = { nextReminderOn: null, overdue: false, toReturn: false };

export const acts = {
  'hand-over': async (ctx, doc, input) => (await handOver(ctx, [doc], input))[0] ?? {},
  remind,
  move: (_ctx, _doc, { shelf }) => ({ set: { shelf } }),
  return: async (ctx, doc, { handPhotos }) => {
    const pictures = await addFiles(ctx, parcel, doc, 'handPhotos', handPhotos);
    return {
      set: { ...pictures.set, ...OVER },
      also: async session => {
        await pictures.also?.(session);
        await notifyOfParcel(ctx, doc, 'PARCEL_RETURNED')(session);
      },
    };
  },
  lose: async (ctx, doc) => {
    const staff = toStaff(await loadReaders(ctx.projectId, parcel.code, 'write'));
    return {
      set: OVER,
      also: async session => {
        await notifyOfParcel(ctx, doc, 'PARCEL_LOST')(session);
        await notifyOfParcel(ctx, doc, 'PARCEL_LOST', staff)(session);
      },
    };
  },
  find: async (ctx, doc, { note }) => ({
    set: { ...(note ? { staffNote: note } : {}), nextReminderOn: dayAfter(ctx, ctx.now, 1) },
    also: notifyOfParcel(ctx, doc, 'PARCEL_RECEIVED'),
  }),
} satisfies ActionsOf<typeof parcel>;
