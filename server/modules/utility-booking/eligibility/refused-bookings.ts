import type { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { Refusal } from '../../../kit/base/errors.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import { type Collection, db } from '../../../kit/database/database.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';

/** Number of requests refused for lack of room, by day and hour of use; without personal data. */
interface Refused {
  _id: string;
  projectId: string;
  utilityId: string;
  day: string;
  hour: number;
  count: number;
}
export const refusedCollection: Collection = {
  name: 'booking-refusals',
  indexes: [{ key: { projectId: 1, day: 1 } }],
};
export const refusedBookings = () => db().collection<Refused>(refusedCollection.name);

/** Counts a booking refused for lack of room. */
export async function countRefused(
  ctx: Ctx,
  { utilityId, slots }: Values<typeof utilityBooking>,
  error: unknown,
): Promise<void> {
  const first = slots?.[0]?.from;
  if (!(error instanceof Refusal) || error.code !== 'LIMIT_PER_SLOT') return;
  if (typeof first !== 'string' || !utilityId) return;
  const { day, minutes } = clockAt(new Date(first), ctx.project.timeZone);
  const of = { projectId: ctx.projectId, utilityId, day, hour: Math.floor(minutes / 60) };
  await refusedBookings().updateOne(
    { _id: Object.values(of).join(' ') },
    { $setOnInsert: of, $inc: { count: 1 } },
    { upsert: true },
  );
}
