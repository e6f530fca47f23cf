import { HOLDS_PLACE, utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';

/** Later bookings of a series that have not begun. */
export async function loadFollowing(
  ctx: Ctx,
  { _id, seriesId, startAt, unitId }: Doc<typeof utilityBooking>,
): Promise<Doc<typeof utilityBooking>[]> {
  if (!seriesId) return [];
  return records(utilityBooking).find(
    ctx,
    {
      seriesId,
      unitId,
      _id: { $ne: _id },
      status: { $in: HOLDS_PLACE },
      startAt: { $gt: startAt && startAt > ctx.now ? startAt : ctx.now },
    },
    { sort: { startAt: 1 }, limit: 60, patience: 2000 },
  );
}

/** Changes of documents that are not changed already. */
export const onceEach = (changes: readonly Change[], more: readonly Change[]): Change[] => {
  const ids = new Set(changes.flatMap(({ update }) => update?.doc._id ?? []));
  return more.filter(({ update }) => !update || !ids.has(update.doc._id));
};
