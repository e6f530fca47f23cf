import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { act } from '../../kit/records/act.ts';
import { modelOf } from '../../kit/store/schema.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { acts } from './acts.ts';

const BATCH = 500;

/** Begins the use of what was agreed to, and ends what nobody agreed to or paid in time. Safe to run twice and on several servers. */
export async function turnBookings(now: Date): Promise<number> {
  let turned = 0;
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const begins = { status: 'APPROVED', startAt: { $lte: now } };
    const lapses = {
      status: 'PENDING',
      $or: [{ startAt: { $lte: now } }, { payBy: { $lte: now }, feeState: 'UNPAID' }],
    };
    const watched = await modelOf(utility)
      .find({ projectId: ctx.projectId, checkIn: true, deletedAt: null }, { _id: 1 })
      .maxTimeMS(10_000)
      .lean<{ _id: string }[]>();
    const missed = {
      status: 'WAITING_FOR_COMPLETED',
      utilityId: { $in: watched.map(({ _id }) => _id) },
      endAt: { $lte: now },
      checkedInAt: null,
    };
    for (const [name, due] of Object.entries({ begin: begins, lapse: lapses, 'no-show': missed })) {
      const found = await modelOf(utilityBooking)
        .find({ projectId: ctx.projectId, deletedAt: null, ...due }, { _id: 1 })
        .limit(BATCH)
        .maxTimeMS(10_000)
        .lean<{ _id: string }[]>();
      for (const { _id } of found) {
        const done = await act(ctx, utilityBooking, name, _id, {}, acts[name] ?? (() => ({}))).catch(error => {
          // Cancelled or agreed to at this moment.
          if (error instanceof Refusal) return null;
          throw error;
        });
        if (done) turned++;
      }
    }
  }
  return turned;
}
