import { addDays, DAY_MS, dayOf, HOUR_MS, startOfDay, VIETNAM } from '@lobby/shared/kit/dates.ts';
import type { Utility, utility } from '@lobby/shared/modules/utility.ts';
import { utilityBan } from '@lobby/shared/modules/utility-ban.ts';
import { type UtilityBooking, utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { policyOf, tierAt } from '@lobby/shared/modules/utility-terms.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';

/** Amenity code, hours booked, and interval in days; each booking is made by a random household. */
type Plan = readonly [code: string, from: number, to: number, every: number];
const LATELY: readonly Plan[] = [
  ['TENNIS-1', 18, 20, 1],
  ['TENNIS-2', 19, 21, 2],
  ['TENNIS-1', 6, 8, 3],
  ['BBQ-1', 16, 21, 3],
  ['BBQ-2', 10, 14, 4],
  ['PHONG-1', 18, 22, 4],
  ['HOI-TRUONG', 18, 22, 9],
  ['GYM', 6, 7, 1],
];
/** Plans for older days: fewer bookings, all of them over. */
const BEFORE: readonly Plan[] = [
  ['TENNIS-2', 17, 19, 9],
  ['BBQ-1', 16, 21, 11],
  ['PHONG-2', 13, 17, 20],
];
const BACK = 12;
const AHEAD = 10;
const YEAR = 330;

/** Status of a booking by its day. `waits`: the amenity needs approval; `costs`: it has a price or a deposit. */
function statusOn(n: number, past: boolean, begun: boolean, waits: boolean, costs: boolean): UtilityBooking['status'] {
  if (past && n % 11 === 4) return 'CANCELLED';
  if (past && n % 17 === 9) return 'REJECTED';
  if (past) return 'COMPLETED';
  if (begun) return 'WAITING_FOR_COMPLETED';
  if (costs && n % 9 === 7) return 'WAITING_FOR_CANCELLED';
  return waits && n % 2 === 0 ? 'PENDING' : 'APPROVED';
}

/** Price, payment and refund of a booking in its status. */
function moneyOf(amenity: Made<typeof utility>, slots: number, late: boolean, status: string, beforeMs: number) {
  const price = amenity.priceType === 'FREE' ? 0 : (amenity.price ?? 0);
  const factor = late && amenity.coefficients.length > 0 ? 1.5 : 1;
  const fee = Math.round(price * factor) * slots;
  const { deposit } = amenity;
  const isPaid = status === 'COMPLETED' || status === 'WAITING_FOR_CANCELLED';
  const paidFee = isPaid ? fee : 0;
  const held = isPaid ? deposit : 0;
  const cancelled = status === 'WAITING_FOR_CANCELLED';
  const policy = policyOf(amenity as unknown as Utility);
  const dueFee = Math.round((paidFee * (tierAt(policy, beforeMs)?.percent ?? 0)) / 100);
  const none =
    deposit === 0 ? 'NONE' : status === 'COMPLETED' ? 'REFUNDED' : held > 0 ? 'DEPOSITED' : 'WAIT_FOR_DEPOSIT';
  const ended = status === 'CANCELLED' || status === 'REJECTED';
  return {
    fee,
    feeNet: fee,
    deposit,
    total: fee,
    paid: paidFee,
    paidFee,
    paidDeposit: held,
    paymentState: fee === 0 ? ('NONE' as const) : isPaid ? ('PAID' as const) : ('UNPAID' as const),
    depositStatus: (ended && deposit > 0 ? 'REJECTED' : none) as UtilityBooking['depositStatus'],
    refundedDeposit: status === 'COMPLETED' ? held : 0,
    ...(cancelled && { dueFee, dueDeposit: held, refundDue: dueFee + held > 0 }),
    policy,
    feeLines: [] as UtilityBooking['feeLines'],
  };
}

/** Bookings in every status; one deposit was partly kept for damage. */
export function bookingsOf(...args: Parameters<typeof plannedOf>): Made<typeof utilityBooking>[] {
  const bookings = plannedOf(...args);
  repeat(bookings, args[2], args[3]);
  const broken = bookings.findLast(booking => booking.status === 'COMPLETED' && booking.refundedDeposit === 500_000);
  if (broken) Object.assign(broken, { refundedDeposit: 300_000, deduction: 200_000, deductionReason: 'Vỡ vỉ nướng.' });
  return bookings;
}

/** Turns upcoming bookings of two amenities into series, each of one household. */
function repeat(
  bookings: readonly Made<typeof utilityBooking>[],
  amenities: readonly Made<typeof utility>[],
  now: Date,
): void {
  for (const [code, rrule] of [
    ['TENNIS-2', 'FREQ=DAILY;INTERVAL=2;COUNT=4'],
    ['PHONG-1', 'FREQ=DAILY;INTERVAL=4;COUNT=2'],
  ] as const) {
    const amenity = amenities.find(row => row.code === code);
    const ofAmenity = bookings.filter(
      ({ utilityId, startAt, status }) =>
        utilityId === amenity?._id && startAt && startAt > now && ['PENDING', 'APPROVED'].includes(String(status)),
    );
    const [first] = ofAmenity;
    const times = Number(/COUNT=(\d)/.exec(rrule)?.[1]);
    for (const booking of ofAmenity.slice(0, times))
      Object.assign(booking, {
        unitId: first?.unitId,
        residentId: first?.residentId,
        seriesId: first?._id,
        seriesCode: first?.code,
        rrule,
      });
  }
}

/** Bookings from 330 days ago to 10 days ahead. */
function plannedOf(site: Site, homes: readonly Home[], amenities: readonly Made<typeof utility>[], now: Date) {
  const id = idsOf('utility-booking', site.key);
  const random = randomOf(`bookings ${site.key}`);
  const lived = homes.filter(home => home.people.length > 0);
  const midnight = startOfDay(dayOf(now, VIETNAM), VIETNAM).getTime();
  const codeOf = codesOf(utilityBooking.prefix);
  const days = Array.from({ length: YEAR + AHEAD + 1 }, (_, n) => n - YEAR);
  const plans = days.flatMap(day =>
    (day < -BACK ? BEFORE : LATELY)
      .filter(([, , , every]) => (day + YEAR) % every === 0)
      .map(plan => [day, plan] as const),
  );
  const byCode = new Map(amenities.map(amenity => [amenity.code, amenity]));
  return plans.flatMap(([day, [code, from, to]], n): Made<typeof utilityBooking>[] => {
    const amenity = byCode.get(code);
    const startAt = new Date(midnight + day * DAY_MS + from * HOUR_MS);
    const endAt = new Date(midnight + day * DAY_MS + to * HOUR_MS);
    // BBQ-1 is closed for cleaning at these hours.
    if (!amenity || (code === 'BBQ-1' && from === 10)) return [];
    const home = random.pick(lived);
    const costs = amenity.priceType !== 'FREE' || amenity.deposit > 0;
    const status = statusOn(n, day < 0, startAt <= now, amenity.approval === 'MANUAL', costs);
    const made = new Date(Math.min(startAt.getTime() - 3 * DAY_MS, now.getTime() - (plans.length - n) * 60_000));
    // Most bookings are cancelled 30 hours before they begin.
    const cancelledAt = new Date(Math.min(startAt.getTime() - 30 * HOUR_MS, now.getTime() - 2 * HOUR_MS));
    const step = amenity.type === 'SLOT_TIME' ? 1 : to - from;
    const slots = Array.from({ length: (to - from) / step }, (_, slot) => ({
      from: new Date(startAt.getTime() + slot * step * HOUR_MS).toISOString(),
      to: new Date(startAt.getTime() + (slot + 1) * step * HOUR_MS).toISOString(),
    }));
    const record = recordOf(utilityBooking, site.id, id(n), made, {
      status,
      code: codeOf(made),
      unitId: home.id,
      residentId: home.people[0]?.id ?? null,
      utilityId: amenity._id,
      groupId: amenity.groupId,
      quantity: 1,
      startAt,
      endAt,
      slots: slots as unknown as UtilityBooking['slots'],
      ...moneyOf(amenity, slots.length, from >= 17, status, startAt.getTime() - cancelledAt.getTime()),
      payBeforeAt: amenity.payBefore === null ? null : new Date(startAt.getTime() - DAY_MS),
      rulesAgreed: amenity.rulesVersion > 0,
      rulesVersion: amenity.rulesVersion,
      cancelledBy: status === 'CANCELLED' || status === 'WAITING_FOR_CANCELLED' ? 'RESIDENT' : null,
      cancelledAt: status.endsWith('CANCELLED') ? cancelledAt : null,
      checkedInAt: status === 'COMPLETED' && amenity.checkIn === 'QR' ? startAt : null,
      noShow: status === 'COMPLETED' && amenity.checkIn === 'QR' && n % 13 === 5,
      reason: REASONS[status] ?? null,
    });
    return [record];
  });
}

/** Waitlist entries for slots of the coming days that another household holds. */
export function waitsOf(
  site: Site,
  homes: readonly Home[],
  bookings: readonly Made<typeof utilityBooking>[],
  now: Date,
): Made<typeof utilityWaitlist>[] {
  const [id, codeOf] = [idsOf('utility-waitlist', site.key), codesOf(utilityWaitlist.prefix)];
  const lived = homes.filter(home => home.people.length > 0);
  return bookings
    .filter(
      ({ status, startAt, slots }) =>
        status === 'APPROVED' && slots.length >= 1 && startAt && startAt.getTime() > now.getTime() + 3 * HOUR_MS,
    )
    .slice(0, 4)
    .flatMap(({ utilityId, groupId, startAt, endAt, unitId, slots }, n) => {
      const home = lived.find((other, at) => at >= n * 5 && other.id !== unitId);
      const made = new Date(now.getTime() - (n + 2) * HOUR_MS);
      if (!home || !startAt || !endAt) return [];
      return recordOf(utilityWaitlist, site.id, id(n), made, {
        code: codeOf(made),
        unitId: home.id,
        residentId: home.people[0]?.id ?? null,
        utilityId,
        utilityIds: [utilityId],
        groupId,
        slots,
        startAt,
        endAt,
        quantity: 1,
        since: made,
        flexible: n === 1 ? '60' : '0',
        status: n === 3 ? 'LEFT' : 'WAITING',
      });
    });
}

/**
 * Booking bans: one household missed three hours of the gym, another was banned by staff for damage and the ban lifted.
 * The second also missed two hours; a third had its no-show mark removed. The marks stand on completed bookings.
 */
export function bansOf(
  site: Site,
  bookings: readonly Made<typeof utilityBooking>[],
  amenities: readonly Made<typeof utility>[],
  now: Date,
): Made<typeof utilityBan>[] {
  const id = idsOf('utility-ban', site.key);
  const gym = amenities.find(({ code }) => code === 'GYM');
  const day = (days: number) => addDays(dayOf(now, VIETNAM), days);
  const lately = bookings.filter(
    ({ utilityId, startAt, status }) =>
      utilityId === gym?._id && status === 'COMPLETED' && startAt && startAt.getTime() > now.getTime() - BACK * DAY_MS,
  );
  const [first, , , second, , third] = lately;
  if (!gym || !first || !second || !third) return [];
  const miss = (of: readonly Made<typeof utilityBooking>[], { unitId, residentId }: Made<typeof utilityBooking>) => {
    for (const booking of of)
      Object.assign(booking, { unitId, residentId, checkedInAt: null, noShow: true, noShowAt: booking.endAt });
    return of.map(({ _id }) => _id);
  };
  const missed = miss(lately.slice(0, 3), first);
  miss(lately.slice(3, 5), second);
  Object.assign(third, { noShow: false, noShowAt: third.endAt, noShowNote: 'Cư dân có đến, bảo vệ quên quét mã.' });
  const made = new Date(now.getTime() - 2 * DAY_MS);
  return [
    recordOf(utilityBan, site.id, id(0), made, {
      unitId: first.unitId,
      scope: 'GROUP',
      groupId: gym.groupId,
      cause: 'NO_SHOW',
      bookingIds: missed,
      from: day(-1),
      until: day(28),
      status: 'ACTIVE',
      reason: `3 lần đặt mà không đến trong 60 ngày: ${gym.name}`,
    }),
    recordOf(utilityBan, site.id, id(1), new Date(now.getTime() - 20 * DAY_MS), {
      unitId: second.unitId,
      scope: 'ALL',
      cause: 'DAMAGE',
      from: day(-20),
      until: day(10),
      status: 'LIFTED',
      reason: 'Làm vỡ gương phòng tập, chưa bồi thường.',
      liftReason: 'Đã bồi thường đủ.',
    }),
  ];
}

const REASONS: Partial<Record<UtilityBooking['status'], string>> = {
  CANCELLED: 'Gia đình bận việc.',
  WAITING_FOR_CANCELLED: 'Gia đình đổi kế hoạch.',
  REJECTED: 'Trùng lịch vệ sinh.',
};
