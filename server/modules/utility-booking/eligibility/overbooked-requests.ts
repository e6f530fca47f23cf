import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { type Booking, freeAt, heldIn, slotsOf } from '../slots/occupancy.ts';
import { amenityById } from '../waitlist/offers.ts';
import { spanOf } from './eligibility.ts';

/**
 * Marks pending requests that no longer have room after an approval, and clears the mark when places are freed; only where requests do not reserve
 * places. `promised`: whether the booking now takes its places, or leaves them.
 */
export async function crowdedBy(ctx: Ctx, booking: Booking, promised: boolean): Promise<Change[]> {
  const amenity = await amenityById(ctx, booking.utilityId);
  if (amenity?.pendingHolds !== false) return [];
  const bookedSpan = spanOf(slotsOf(booking.slots));
  const open = await records(utilityBooking).find(
    ctx,
    {
      utilityId: amenity._id,
      status: 'PENDING',
      _id: { $ne: booking._id },
      startAt: { $lt: bookedSpan.to },
      endAt: { $gt: bookedSpan.from },
    },
    { limit: 500, patience: 2000 },
  );
  if (open.length === 0) return [];
  const span = spanOf(open.flatMap(request => slotsOf(request.slots)));
  const held = await heldIn(ctx.projectId, [amenity], span, { except: booking._id, promised: true });
  const added = { id: booking._id, utilityId: amenity._id, unitId: booking.unitId, quantity: booking.quantity };
  const mine = { ...added, status: 'APPROVED', code: '', until: null, ...bookedSpan };
  const after = promised ? { ...held, kept: [...held.kept, mine] } : held;
  return open.flatMap((request): Change[] => {
    const noRoom = slotsOf(request.slots).some(slot => freeAt(amenity, slot, after) < request.quantity);
    if (noRoom === request.noRoom) return [];
    const update = { doc: request, set: { noRoom }, keepVersion: true, while: { status: 'PENDING' } };
    return [{ definition: utilityBooking, action: 'crowd', update }];
  });
}
