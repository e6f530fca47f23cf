import { bookingWait } from '@lobby/shared/modules/booking-wait.ts';
import type { utility } from '@lobby/shared/modules/utility.ts';
import { type UtilityBooking, utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** An amenity by its place in the list, the hours it is booked for, and on which days: each household at a time of its own. */
type Plan = readonly [at: number, from: number, to: number, every: number];
const PLANS: readonly Plan[] = [
  [0, 6, 7, 1],
  [0, 17, 19, 2],
  [2, 6, 8, 2],
  [2, 18, 20, 1],
  [3, 19, 20, 3],
  [5, 16, 21, 3],
  [5, 10, 14, 7],
  [6, 18, 22, 6],
];
const BACK = 30;
const AHEAD = 10;

/** How a booking of a day stands; `waits`: somebody has to agree to it, `costs`: something was paid for it. */
function statusOn(n: number, past: boolean, begun: boolean, waits: boolean, costs: boolean): UtilityBooking['status'] {
  if (past && n % 11 === 4) return 'CANCELLED';
  if (past && n % 17 === 9) return 'REJECTED';
  if (past) return 'COMPLETED';
  if (begun) return 'WAITING_FOR_COMPLETED';
  if (costs && n % 9 === 7) return 'WAITING_FOR_CANCELLED';
  return waits && n % 2 === 0 ? 'PENDING' : 'APPROVED';
}

/** Bookings of the last month and the days to come, in every status. */
export function bookingsOf(site: Site, homes: readonly Home[], amenities: readonly Made<typeof utility>[], now: Date) {
  const id = idsOf('utility-booking', site.key);
  const random = randomOf(`bookings ${site.key}`);
  const own = homes.filter(home => home.people.length > 0);
  const midnight = Math.floor((now.getTime() + 7 * HOUR) / DAY) * DAY - 7 * HOUR;
  const codeOf = codesOf(utilityBooking.prefix);
  const days = Array.from({ length: BACK + AHEAD + 1 }, (_, n) => n - BACK);
  const plans = days.flatMap(day =>
    PLANS.filter(([, , , every]) => (day + BACK) % (every * (site.key === 'banmai' ? 4 : 1)) === 0).map(
      plan => [day, plan] as const,
    ),
  );
  return plans.map(([day, [at, from, to]], n): Made<typeof utilityBooking> => {
    const home = random.pick(own);
    const amenity = amenities[at] ?? amenities[0];
    const startAt = new Date(midnight + day * DAY + from * HOUR);
    const endAt = new Date(midnight + day * DAY + to * HOUR);
    const quantity = at === 0 ? 2 : 1;
    const late = amenity?.coefficients.length && from >= 17 ? 1.5 : 1;
    const fee = Math.round((amenity?.price ?? 0) * (to - from) * late) * quantity;
    const [deposit, surcharge] = [amenity?.deposit ?? 0, amenity?.surcharge ?? 0];
    const status = statusOn(n, day < 0, startAt <= now, amenity?.approval ?? false, fee > 0);
    const made = new Date(Math.min(startAt.getTime() - 3 * DAY, now.getTime() - (plans.length - n) * 600_000));
    const ended = status === 'COMPLETED' || status === 'WAITING_FOR_CANCELLED';
    const paid = ended || (amenity?.payFirst && status === 'APPROVED');
    const due = fee + deposit;
    const stateOf = (sum: number, then: UtilityBooking['feeState']) => (sum === 0 ? 'NONE' : paid ? then : 'UNPAID');
    const step = amenity?.type === 'SLOT_TIME' ? 1 : to - from;
    return recordOf(utilityBooking, site.id, id(n), made, {
      status,
      code: codeOf(made),
      unitId: home.id,
      residentId: home.people[0]?.id ?? null,
      bookerName: home.people[0]?.name ?? null,
      utilityId: amenity?._id ?? '',
      groupId: amenity?.groupId ?? '',
      slots: Array.from({ length: (to - from) / step }, (_, slot) => ({
        startAt: new Date(startAt.getTime() + slot * step * HOUR).toISOString(),
        endAt: new Date(startAt.getTime() + (slot + 1) * step * HOUR).toISOString(),
      })) as unknown as UtilityBooking['slots'],
      quantity,
      startAt,
      endAt,
      fee,
      deposit,
      surcharge,
      total: due + surcharge,
      feeState: stateOf(due, 'PAID'),
      depositState: stateOf(deposit, status === 'COMPLETED' && n % 4 !== 0 ? 'REFUNDED' : 'PAID'),
      surchargeState: stateOf(surcharge, 'PAID'),
      payBy: amenity?.payFirst ? new Date(startAt.getTime() - DAY) : null,
      method: paid && due > 0 ? 'TRANSFER' : null,
      paidAt: paid && due > 0 ? new Date(made.getTime() + HOUR) : null,
      refundDue: status === 'WAITING_FOR_CANCELLED' ? Math.floor(fee / 2) : null,
      refundedDeposit: status === 'COMPLETED' && deposit > 0 && n % 4 !== 0 ? deposit : null,
      reason: REASONS[status] ?? null,
    });
  });
}

/** Households that wait for a frame of the days to come which another holds. */
export function waitsOf(
  site: Site,
  homes: readonly Home[],
  bookings: readonly Made<typeof utilityBooking>[],
  now: Date,
): Made<typeof bookingWait>[] {
  const [id, codeOf] = [idsOf('booking-wait', site.key), codesOf(bookingWait.prefix)];
  const own = homes.filter(home => home.people.length > 0);
  return bookings
    .filter(({ status, startAt }) => status === 'APPROVED' && startAt && startAt.getTime() > now.getTime() + 3 * HOUR)
    .slice(0, 4)
    .flatMap(({ utilityId, groupId, startAt, endAt, unitId }, n) => {
      const home = own.find((one, at) => at >= n * 5 && one.id !== unitId);
      const made = new Date(now.getTime() - (n + 2) * HOUR);
      if (!home || !startAt || !endAt) return [];
      return recordOf(bookingWait, site.id, id(n), made, {
        ...{ code: codeOf(made), unitId: home.id, residentId: home.people[0]?.id ?? null },
        ...{ utilityId, groupId, startAt, endAt, quantity: 1, status: n === 3 ? 'LEFT' : 'WAITING' },
      });
    });
}

const REASONS: Partial<Record<UtilityBooking['status'], string>> = {
  CANCELLED: 'Gia đình bận việc.',
  WAITING_FOR_CANCELLED: 'Gia đình đổi kế hoạch.',
  REJECTED: 'Trùng lịch vệ sinh.',
};
