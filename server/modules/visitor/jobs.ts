import { DAY_MS, instantAt, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { letFilesGo } from '../../kit/files/file-store.ts';
import { attemptEach, attemptSteps } from '../../kit/jobs/attempt-each.ts';
import { records, type Where } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { receptionIn } from '../../platform/reception/reception.ts';
import { endApproval, markDue, subjectOf } from '../resident-form/index.ts';
import { forgetGuest, forgetVisit } from './guests/erasure.ts';
import { passRevoked } from './pass/passes.ts';

/** Maximum number of records that a job changes per run. */
export const BATCH = 500;

const ago = ({ now }: Ctx, ms: number) => new Date(now.getTime() - ms);

/** Marks overstays: beyond the agreed time, else beyond closing time. The desk is notified repeatedly, the household once. */
async function markOverstays(ctx: Ctx): Promise<number> {
  const { overstayMinutes, overstayRepeatMinutes, overstayMaxHours, visitorCloseTime } = await receptionIn(
    ctx.projectId,
  );
  const late = ago(ctx, overstayMinutes * MINUTE_MS);
  const today = todayOf(ctx);
  const [hours = 0, minutes = 0] = visitorCloseTime.split(':').map(Number);
  const closing = instantAt(today, hours * 60 + minutes, ctx.project.timeZone).getTime();
  const closed = new Date(closing <= ctx.now.getTime() ? closing : closing - DAY_MS);
  const inside = { status: 'IN_PROGRESS' };
  const desk = async () => toStaff(await loadReaders(ctx.projectId, visitor.code));
  const common = { definition: visitor, action: 'overstay', type: 'VISITOR_OVERSTAY' } as const;
  const markFirst = () =>
    markDue(ctx, {
      ...common,
      query: {
        ...inside,
        overstay: false,
        $or: [{ expectedOutAt: { $lte: late } }, { expectedOutAt: null, actualInAt: { $lt: closed } }],
      },
      set: () => ({ overstay: true, overstayAt: ctx.now, overstayToldAt: ctx.now }),
      who: async doc => [await desk(), toUnit(doc.unitId)],
    });
  const remindAgain = () =>
    markDue(ctx, {
      ...common,
      query: {
        ...inside,
        overstay: true,
        overstayToldAt: { $lte: ago(ctx, overstayRepeatMinutes * MINUTE_MS) },
        overstayAt: { $gt: ago(ctx, overstayMaxHours * 60 * MINUTE_MS) },
      },
      set: () => ({ overstayToldAt: ctx.now }),
      who: async () => [await desk()],
    });
  const markNights = () =>
    markDue(ctx, {
      definition: visitor,
      action: 'overnight',
      query: { ...inside, overnight: false, actualInAt: { $lt: closed } },
      set: () => ({ overnight: true }),
    });
  return attemptSteps([markFirst, remindAgain, markNights]);
}

/** Cancels visits a day overdue; those with a repeated pass stay open. */
async function cancelNoShows(ctx: Ctx): Promise<number> {
  const over = { $lte: ago(ctx, DAY_MS) };
  const visits = await records(visitor).find(
    ctx,
    {
      status: { $in: ['WAITING', 'APPROVED'] },
      passUse: { $ne: 'REPEATED' },
      $or: [{ expectedOutAt: over }, { expectedOutAt: null, expectedInAt: over }],
    },
    { limit: BATCH },
  );
  return attemptEach(visits, async visit => {
    const end = await endApproval(ctx, visitor, visit);
    const update = { doc: visit, set: { status: 'CANCELLED', reason: 'NO_SHOW', ...end.set } };
    const also = async (session: Session) => {
      await end.also?.(session);
      await notify(ctx, toUnit(visit.unitId), 'VISITOR_CANCELLED', subjectOf(visitor, visit), session);
    };
    return save(ctx, [{ definition: visitor, action: 'cancel', update, also }, ...(await passRevoked(ctx, visit))]);
  });
}

/** Visits that ended before a moment: by departure, else by expected arrival. */
const overSince = (at: Date): Where<typeof visitor> => ({
  // Data of visitors still inside is kept.
  status: { $ne: 'IN_PROGRESS' },
  $or: [
    { actualOutAt: { $lt: at } },
    { actualOutAt: null, expectedInAt: { $lt: at } },
    { actualOutAt: null, expectedInAt: null, createdAt: { $lt: at } },
  ],
});

/** Visits that ended before a moment and still have images. */
export const picturedVisits = (before: Date): Where<typeof visitor> => ({
  $and: [{ $or: [{ 'idImages.0': { $exists: true } }, { 'faceImage.0': { $exists: true } }] }, overSince(before)],
});

/** Visits that ended before a moment and still have phone, identity number or plate. */
export const knownVisits = (before: Date): Where<typeof visitor> => ({
  status: { $nin: ['WAITING', 'APPROVED', 'RECEIVED', 'IN_PROGRESS'] },
  $and: [
    { $or: [{ phone: { $type: 'string' } }, { identifier: { $type: 'string' } }, { plate: { $type: 'string' } }] },
    overSince(before),
  ],
});

/** Familiar guests without a visit since a moment, nor an active pass. */
export const lostGuests = (before: Date): Where<typeof guest> => ({
  insideNow: false,
  passState: { $ne: 'ACTIVE' },
  $or: [{ lastVisitAt: { $lt: before } }, { lastVisitAt: null, createdAt: { $lt: before } }],
});

/** Deletes images of guests and their papers after the project's retention (domain.md, Personal data). */
async function clearImages(ctx: Ctx): Promise<number> {
  const { visitorImageDays } = await receptionIn(ctx.projectId);
  const visits = await records(visitor)
    .withRemoved()
    .find(ctx, picturedVisits(ago(ctx, visitorImageDays * DAY_MS)), { limit: BATCH });
  return attemptEach(visits, visit => {
    const update = {
      doc: visit,
      set: { idImages: [], faceImage: [] },
      keepVersion: true,
      while: { deletedAt: visit.deletedAt },
    };
    const also = (session: Session) => letFilesGo([...visit.idImages, ...visit.faceImage], session);
    return save(ctx, [{ definition: visitor, action: 'clear-images', update, also }]);
  });
}

/** The end of the time for which personal data are kept. */
const keptSince = async (ctx: Ctx): Promise<Date> =>
  ago(ctx, (await receptionIn(ctx.projectId)).visitorDataDays * DAY_MS);

/** Removes phones, identity numbers and plates after the retention. */
async function forgetVisits(ctx: Ctx): Promise<number> {
  const visits = await records(visitor)
    .withRemoved()
    .find(ctx, knownVisits(await keptSince(ctx)), { limit: BATCH });
  return attemptEach(visits, async visit => save(ctx, [await forgetVisit(ctx, visit)]));
}

/** Removes familiar guests without recent visits whole. */
async function forgetGuests(ctx: Ctx): Promise<number> {
  const guests = await records(guest).find(ctx, lostGuests(await keptSince(ctx)), { limit: BATCH });
  return attemptEach(guests, async person => save(ctx, await forgetGuest(ctx, person)));
}

/** Every minute. */
export const overstayJob = defineJob({ name: 'visits', every: '* * * * *', perProject: markOverstays });

/** Every hour. */
export const noShowJob = defineJob({
  name: 'visits that nobody came for',
  every: '7 * * * *',
  perProject: cancelNoShows,
});

/** Every night. */
export const forgetJob = defineJob({
  name: 'guests who are forgotten',
  every: '23 3 * * *',
  perProject: ctx => attemptEach([clearImages, forgetVisits, forgetGuests], step => step(ctx)),
});
