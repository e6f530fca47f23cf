import { utility } from '@lobby/shared/modules/utility.ts';
import type { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Doc } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import type { Amenity } from '../utility/index.ts';

/** Amenity of a booking, as it is now. */
export const loadAmenity = (ctx: Ctx, { utilityId }: Doc<typeof utilityBooking>): Promise<Amenity> =>
  needRef(ctx, utility, utilityId, 'utilityId');
