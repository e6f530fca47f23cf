import type { Ctx } from '../../../kit/base/context.ts';
import { Refusal } from '../../../kit/base/errors.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import { type Collection, db } from '../../../kit/database/database.ts';

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
  { utilityId, slots }: Record<string, unknown>,
  error: unknown,
): Promise<void> {
  const first = Array.isArray(slots) ? slots[0]?.from : undefined;
  if (!(error instanceof Refusal) || error.code !== 'LIMIT_PER_SLOT' || typeof first !== 'string') return;
  const { day, minutes } = clockAt(new Date(first), ctx.project.timeZone);
  const of = { projectId: ctx.projectId, utilityId: String(utilityId), day, hour: Math.floor(minutes / 60) };
  await refusedBookings().updateOne(
    { _id: Object.values(of).join(' ') },
    { $setOnInsert: of, $inc: { count: 1 } },
    { upsert: true },
  );
}
