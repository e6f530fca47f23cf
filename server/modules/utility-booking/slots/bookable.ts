import { addDays, DAY_MS, dayOf, isDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { calledIn } from '@lobby/shared/kit/nouns.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { bookable } from '@lobby/shared/modules/utility-group.contract.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { loadFiles } from '../../../kit/files/files.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';
import { type Amenity, closedAt, closedIn, type Frame, factorAt, framesOn, hoursOn } from '../../utility/index.ts';
import { preOrderOf } from '../money/pricing.ts';
import { freeAt, heldIn } from './occupancy.ts';

/** Name in the reader's language. */
export const nameOf = (ctx: Ctx, doc: Amenity | Doc<typeof utilityGroup>): string =>
  calledIn(utility, doc, ctx.language);

/** Active amenities in order; residents see visible ones only. */
export const loadAmenities = (ctx: Ctx, of: Where<typeof utility> = {}): Promise<Amenity[]> =>
  records(utility).find(
    ctx,
    { active: true, ...(ctx.kind === 'resident' && { visible: true }), ...of },
    { sort: { displayOrder: 1, _id: 1 }, limit: 1000, patience: 2000 },
  );

const WEEK = 7;

/** Lowest price of a use in the week from a day, without required surcharges, and whether some uses cost more. */
function priceFrom(amenity: Amenity, day: string, timeZone: string): { priceFrom: number; priceVaries: boolean } {
  const { priceType, price, priceTiers, coefficients } = amenity;
  if (priceType === 'FREE') return { priceFrom: 0, priceVaries: false };
  const prices = priceType === 'PRICE' ? [price ?? 0] : priceTiers.map(priceTier => priceTier.price);
  const frames =
    coefficients.length > 0
      ? Array.from({ length: WEEK }, (_, n) => framesOn(amenity, addDays(day, n), timeZone)).flat()
      : [];
  const factors = frames.map(({ from }) => factorAt(amenity, from, timeZone));
  const lowest = Math.min(...prices, Number.MAX_SAFE_INTEGER) * Math.min(...factors, factors.length > 0 ? Infinity : 1);
  return {
    priceFrom: Math.round(lowest),
    priceVaries: new Set(prices).size > 1 || new Set(factors).size > 1,
  };
}

/** Unit of the price; a frame of an hour counts as an hour. */
const priceUnit = ({ type, timeStep, pricePer }: Amenity): (typeof utility.fields.pricePer.options)[number] =>
  pricePer === 'SLOT' && type === 'SLOT_TIME' && timeStep === '60' ? 'HOUR' : pricePer;

const DAYS = 7;

/** First free frame of each amenity in the coming days. */
async function loadNextFree(ctx: Ctx, all: readonly Amenity[]): Promise<Map<string, Date>> {
  const { timeZone } = ctx.project;
  const days = Array.from({ length: DAYS }, (_, n) => dayOf(new Date(ctx.now.getTime() + n * DAY_MS), timeZone));
  const span: Frame = { from: ctx.now, to: new Date(ctx.now.getTime() + (DAYS + 1) * DAY_MS) };
  const held = await heldIn(ctx.projectId, all, span, { unitId: ctx.unitId, holder: ctx.actor.id });
  const closed = await closedIn(
    ctx.projectId,
    all.map(({ _id }) => _id),
    span,
  );
  const free = all.flatMap(amenity => {
    const { earliest, latest } = preOrderOf(amenity, ctx.now);
    const frame = days
      .flatMap(day => framesOn(amenity, day, timeZone))
      .find(
        ({ from, to }) =>
          from >= earliest &&
          (!latest || from <= latest) &&
          !closedAt(closed, amenity._id, { from, to }) &&
          freeAt(amenity, { from, to }, held) > 0,
      );
    return frame ? [[amenity._id, frame.from] as const] : [];
  });
  return new Map(free);
}

/** `GET /utility-group/booking`: amenities by group. */
export const bookableRoute: Route = route(bookable, {
  flags: ['read'],
  // The right to read bookings suffices.
  readers: [utilityBooking.code],
  residents: true,
  async run(ctx, { query }) {
    const groups = await records(utilityGroup).find(
      ctx,
      { active: true },
      { sort: { displayOrder: 1, _id: 1 }, limit: 1000, patience: 2000 },
    );
    const all = await loadAmenities(ctx, { groupId: { $in: groups.map(({ _id }) => _id) } });
    const files = await loadFiles(ctx, [
      ...groups.flatMap(group => group.image.slice(0, 1)),
      ...all.flatMap(amenity => amenity.photos.slice(0, 1)),
    ]);
    const fileOf = ([first]: readonly string[]) => {
      const found = files.get(first ?? '');
      return found ? { id: found.id, url: found.url, thumbUrl: found.thumbUrl } : null;
    };
    const today = query.date ?? todayOf(ctx);
    const next = query.nextFree === '1' ? await loadNextFree(ctx, all) : null;
    const shown = (amenity: Amenity) => ({
      id: amenity._id,
      name: nameOf(ctx, amenity),
      code: amenity.code,
      type: amenity.type,
      icon: amenity.icon,
      photo: fileOf(amenity.photos),
      placeId: amenity.placeId,
      openToday: hoursOn(amenity, today),
      ...priceFrom(amenity, today, ctx.project.timeZone),
      priceUnit: priceUnit(amenity),
      needsApproval: amenity.approval === 'MANUAL',
      deposit: amenity.deposit,
      partnerId: amenity.partnerId,
      ...(next && { nextFree: next.get(amenity._id)?.toISOString() ?? null }),
    });
    const byGroup = Map.groupBy(all, amenity => amenity.groupId);
    return groups.flatMap(group => {
      const amenities = (byGroup.get(group._id) ?? []).map(shown);
      const about = { id: group._id, name: nameOf(ctx, group), code: group.code };
      const look = { icon: group.icon ?? null, image: fileOf(group.image) };
      return amenities.length > 0 ? [{ ...about, ...look, amenities }] : [];
    });
  },
});

/** Day of a query: given as day or instant, by default today. */
export const dayIn = (ctx: Ctx, date: string | undefined): string =>
  date && isDay(date) ? date : dayOf(date ? new Date(date) : ctx.now, ctx.project.timeZone);

export const midnightOf = (ctx: Ctx, of: string): Date => startOfDay(of, ctx.project.timeZone);
