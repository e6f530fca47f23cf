import { utility } from '@lobby/shared/modules/utility.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { needRef } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';
import type { Amenity } from '../utility/index.ts';

/** The amenity of a booking as it is now. */
export const amenityOf = async (ctx: Ctx, { utilityId }: Stored): Promise<Amenity> =>
  (await needRef(ctx, utility.name, String(utilityId), 'utilityId')) as Amenity;
