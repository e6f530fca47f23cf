import { dayOf, HOUR_MS, startOfDay, weekdayOf } from '@lobby/shared/kit/dates.ts';
import { isIn } from '@lobby/shared/kit/is-in.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { closedIn } from '../utility/index.ts';
import { refusedBookings } from '../utility-booking/index.ts';
import { add, type Heat, loadPast, noHeat, openOf, spread, sumOf } from './heat-map.ts';
import { loadRefunds, type Moved, movedIn } from './income.ts';
import { at, type Period, percent, type Step, spanOf, stepOf, stepsOf } from './period.ts';

const COUNTED = ['utilityId', 'unitId', 'status', 'slots', 'quantity', 'noShow', 'startAt', 'createdAt'] as const;
type Booking = Pick<Doc<typeof utilityBooking>, '_id' | (typeof COUNTED)[number]>;

export interface BookingsQuery {
  by: Step;
  groupId?: string | undefined;
  utilityId?: string | undefined;
  blockId?: string | undefined;
}

const MOST = 200_000;
const TOP = 10;
/** Statuses that do not count as bookings: refused or cancelled. */
export const NOT_COUNTED = ['REJECTED', 'CANCELLED', 'WAITING_FOR_CANCELLED'] as const;

export const loadUnits = async (projectId: string, blockId: string): Promise<ReadonlySet<string>> =>
  new Set(await records(unit).distinct({ projectId }, '_id', { blockId }));

/** Loads everything that is counted of amenities in a period. */
async function readOf(ctx: Ctx, period: Period, { groupId, utilityId, blockId }: BookingsQuery) {
  const { projectId } = ctx;
  const amenities = await records(utility)
    .withRemoved()
    .find(
      { projectId },
      {
        type: { $ne: 'NO_RESERVATION' },
        partnerId: null,
        ...(groupId && { groupId }),
        ...(utilityId && { _id: utilityId }),
      },
      { sort: { displayOrder: 1, _id: 1 }, limit: 1000, patience: 2000 },
    );
  const ids = amenities.map(({ _id }) => _id);
  const homes = await records(unit).find({ projectId }, { ...(blockId && { blockId }) }, { only: ['code'] });
  const units = new Set(homes.map(({ _id }) => _id));
  const { from, to } = spanOf(ctx, period);
  const rows = await records(utilityBooking).find(
    { projectId },
    { utilityId: { $in: ids }, startAt: { $gte: from, $lt: to } },
    {
      only: COUNTED,
      limit: MOST,
      patience: 20_000,
    },
  );
  const ofUnits = <T extends { unitId: string }>(all: T[]) =>
    blockId ? all.filter(booking => units.has(booking.unitId)) : all;
  const bookings = ofUnits(rows);
  const moved = (await movedIn(projectId, period.from, period.to)).filter(move => ids.includes(move.utilityId));
  const ofBlock = blockId ? new Set((await loadBookings(projectId, moved, units)).map(({ _id }) => _id)) : null;
  const refusals = await refusedBookings()
    .find({ projectId, day: { $gte: period.from, $lte: period.to }, utilityId: { $in: ids } })
    .maxTimeMS(5000)
    .toArray();
  const joins = await records(utilityWaitlist).find(
    { projectId },
    { utilityId: { $in: ids }, startAt: { $gte: from, $lt: to } },
    { only: ['utilityId', 'unitId'] },
  );
  return {
    amenities,
    homes,
    bookings,
    period,
    joins: ofUnits(joins),
    refused: blockId ? [] : refusals,
    counted: bookings.filter(({ status }) => !isIn(status, NOT_COUNTED)),
    moved: ofBlock ? moved.filter(({ bookingId }) => ofBlock.has(bookingId)) : moved,
  };
}
type Read = Awaited<ReturnType<typeof readOf>>;

const loadBookings = (projectId: string, moved: readonly Moved[], units: ReadonlySet<string>) =>
  records(utilityBooking)
    .withRemoved()
    .find({ projectId }, { _id: { $in: moved.map(({ bookingId }) => bookingId) } }, { only: ['unitId'] })
    .then(all => all.filter(booking => units.has(booking.unitId)));

/** Booked minutes by weekday and hour, multiplied by the booked places. */
function takenOf(ctx: Ctx, bookings: readonly Booking[]): Heat {
  const heat = noHeat();
  const { timeZone } = ctx.project;
  for (const { slots, quantity } of bookings)
    for (const slot of slots) {
      const time = { from: new Date(slot.from), to: new Date(slot.to) };
      const day = dayOf(time.from, timeZone);
      spread(heat, time, startOfDay(day, timeZone), weekdayOf(day), quantity);
    }
  return heat;
}

/** Bookable minutes of each amenity by weekday and hour. */
async function loadOpens(ctx: Ctx, { amenities, period }: Read): Promise<Map<string, Heat>> {
  const span = spanOf(ctx, period);
  const closed = await closedIn(
    ctx.projectId,
    amenities.map(({ _id }) => _id),
    span,
  );
  const past = await loadPast(ctx.projectId, span.from);
  const { timeZone } = ctx.project;
  return new Map(
    amenities.map(amenity => [
      amenity._id,
      openOf(amenity, { ...period, timeZone, closed, changes: past.get(amenity._id) ?? [] }),
    ]),
  );
}

const income = (moved: readonly Moved[], part?: Moved['part']) =>
  moved.filter(move => !part || move.part === part).reduce((sum, { amount }) => sum + amount, 0);
const back = (moved: readonly Moved[]) => -income(moved.filter(({ amount }) => amount < 0));
const counts = (bookings: readonly Booking[]) => ({
  bookings: bookings.length,
  frames: bookings.reduce((sum, { slots }) => sum + slots.length, 0),
  persons: bookings.reduce((sum, { quantity }) => sum + quantity, 0),
});
function missed(bookings: readonly Booking[]) {
  const noShows = bookings.filter(({ noShow }) => noShow).length;
  const came = bookings.filter(({ status, noShow }) => status === 'COMPLETED' && !noShow).length;
  return { noShows, rate: percent(noShows, came + noShows) };
}

async function loadTotals(ctx: Ctx, read: Read, taken: Heat, open: Heat) {
  const { counted, moved, refused, joins } = read;
  const lead = counted.flatMap(({ startAt, createdAt }) =>
    startAt ? Math.max(0, (startAt.getTime() - createdAt.getTime()) / HOUR_MS) : [],
  );
  const none = refused.reduce((sum, { count }) => sum + count, 0) + joins.length;
  return {
    use: percent(sumOf(taken), sumOf(open)),
    ...counts(counted),
    ...missed(counted),
    requested: read.bookings.length + none,
    refused: none,
    income: income(moved),
    fee: income(moved, 'FEE'),
    surcharge: income(moved, 'SURCHARGE'),
    deduction: income(moved, 'DEDUCTION'),
    refunds: back(moved),
    refundsBy: await loadRefunds(ctx.projectId, moved),
    leadMedian: at(lead, 0.5),
    leadMost: at(lead, 0.9),
  };
}

/** Sum of the booking deposits held now. */
async function depositsHeld(ctx: Ctx, ids: readonly string[]): Promise<number> {
  const [sum] = await records(utilityBooking).aggregate<{ held: number }>(
    ctx,
    { depositStatus: 'DEPOSITED', utilityId: { $in: [...ids] } },
    [{ $group: { _id: null, held: { $sum: { $ifNull: ['$paidDeposit', 0] } } } }],
  );
  return sum?.held ?? 0;
}

const none = (): number[][] => [];
/** Utilisation of each hour in percent; -1 where nothing was open. */
const shares = (taken: Heat, open: Heat) =>
  taken.reduce((rows, hours, day) => {
    rows.push(hours.map((minutes, hour) => (open[day]?.[hour] ? percent(minutes, open[day]?.[hour] ?? 0) : -1)));
    return rows;
  }, none());

/** Utilisation and income of amenities in a period, compared with the period before. */
export async function bookingFigures(ctx: Ctx, { now, before }: { now: Period; before: Period }, query: BookingsQuery) {
  const read = await readOf(ctx, now, query);
  const opens = await loadOpens(ctx, read);
  const [taken, open] = [takenOf(ctx, read.counted), noHeat()];
  for (const heat of opens.values()) add(open, heat);
  const past = await readOf(ctx, before, query);
  const pastOpen = noHeat();
  for (const heat of (await loadOpens(ctx, past)).values()) add(pastOpen, heat);
  const { timeZone } = ctx.project;
  const steps = Map.groupBy(read.counted, ({ startAt }) => (startAt ? stepOf(dayOf(startAt, timeZone), query.by) : ''));
  const money = Map.groupBy(read.moved, move => stepOf(move.day, query.by));
  const homes = Map.groupBy(read.counted, ({ unitId }) => unitId);
  const codes = new Map(read.homes.map(home => [home._id, home.code]));
  return {
    from: now.from,
    to: now.to,
    before: { ...before, ...(await loadTotals(ctx, past, takenOf(ctx, past.counted), pastOpen)) },
    totals: {
      ...(await loadTotals(ctx, read, taken, open)),
      depositsHeld: await depositsHeld(
        ctx,
        read.amenities.map(({ _id }) => _id),
      ),
    },
    heat: shares(taken, open),
    series: stepsOf(now, query.by).map(step => ({
      step,
      ...counts(steps.get(step) ?? []),
      income: income(money.get(step) ?? []),
      refunds: back(money.get(step) ?? []),
      ...missed(steps.get(step) ?? []),
    })),
    amenities: read.amenities.map(amenity => {
      const ofAmenity = read.counted.filter(({ utilityId }) => utilityId === amenity._id);
      const minutes = opens.get(amenity._id) ?? noHeat();
      const used = sumOf(takenOf(ctx, ofAmenity));
      const got = read.moved.filter(({ utilityId }) => utilityId === amenity._id);
      const vain = read.refused
        .filter(({ utilityId }) => utilityId === amenity._id)
        .reduce((sum, { count }) => sum + count, 0);
      return {
        utilityId: amenity._id,
        name: amenity.name,
        openHours: Math.round(sumOf(minutes) / 60),
        usedHours: Math.round(used / 60),
        use: percent(used, sumOf(minutes)),
        bookings: ofAmenity.length,
        income: income(got),
        refunds: back(got),
        refused: vain + read.joins.filter(({ utilityId }) => utilityId === amenity._id).length,
        list: `/utility-booking?filter[utilityId][]=${amenity._id}`,
      };
    }),
    // Top bookers are shown only to users who may read units.
    top: can(ctx, unit.code, 'read')
      ? [...homes]
          .map(([unitId, all]) => ({ unitId, code: codes.get(unitId) ?? '', bookings: all.length }))
          .toSorted((a, b) => b.bookings - a.bookings || (a.code < b.code ? -1 : 1))
          .slice(0, TOP)
      : [],
    without: read.homes.filter(({ _id }) => !homes.has(_id)).length,
  };
}
