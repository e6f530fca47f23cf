import { dayOf, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { calledIn } from '@lobby/shared/kit/nouns.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import type { arrival } from '@lobby/shared/modules/resident.contract.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { loadScope } from '../../kit/records/acts/act.ts';
import { records, type Where } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';

const MOST = 10;
export type Arrival = z.output<typeof arrival>;

const written = (at: Date | null): string | null => at?.toISOString() ?? null;

async function findOwn<D extends Definition>(ctx: Ctx, definition: D, where: Where<D>) {
  const scope = (await loadScope(ctx, definition)) as Where<D>;
  return records(definition).find(ctx, { $and: [scope, where] } as Where<D>, { limit: MOST, patience: 2000 });
}

/** Today's bookings by time, which begin without anybody coming to the door; then parcels at the desk, and guests by time. */
export async function todayOfHome(ctx: Ctx): Promise<Arrival[]> {
  const { timeZone } = ctx.project;
  const day = dayOf(ctx.now, timeZone);
  const within = { $gte: startOfDay(day, timeZone), $lt: startOfDay(nextDay(day), timeZone) };
  const [parcels, guests, bookings] = await Promise.all([
    findOwn(ctx, parcel, { status: 'RECEIVED' }),
    findOwn(ctx, visitor, {
      status: { $in: ['WAITING', 'APPROVED', 'RECEIVED', 'IN_PROGRESS'] },
      expectedInAt: within,
    }),
    findOwn(ctx, utilityBooking, {
      status: { $in: ['PENDING', 'APPROVED', 'WAITING_FOR_COMPLETED'] },
      startAt: within,
    }),
  ]);
  const amenities = await loadRefs(
    ctx.projectId,
    utility,
    bookings.map(({ utilityId }) => utilityId),
  );
  const byTime = (a: Arrival, b: Arrival) => (a.at ?? '').localeCompare(b.at ?? '');
  const guestsToday = guests.map(
    (guest): Arrival => ({
      kind: 'guest',
      id: guest._id,
      name: guest.name,
      status: guest.status,
      at: written(guest.expectedInAt),
      until: written(guest.expectedOutAt),
      count: 1 + (guest.companions ?? 0),
      detail: guest.passCode ?? '',
    }),
  );
  const bookingsToday = bookings.map(
    (booking): Arrival => ({
      kind: 'booking',
      id: booking._id,
      name: calledIn(utility, amenities.get(booking.utilityId), ctx.language),
      status: booking.status,
      at: written(booking.startAt),
      until: written(booking.endAt),
      count: booking.quantity ?? 1,
      detail: '',
    }),
  );
  return [
    ...bookingsToday.toSorted(byTime),
    ...parcels.map(item => ({
      kind: 'parcel' as const,
      id: item._id,
      name: item.carrier ?? '',
      status: item.status,
      at: written(item.receivedAt),
      until: null,
      count: item.quantity ?? 1,
      detail: item.shelf ?? '',
    })),
    ...guestsToday.toSorted(byTime),
  ];
}
