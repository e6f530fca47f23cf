import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { type Amenity, isFrame } from '../utility/index.ts';
import { heldBy, missedBy } from './households.ts';
import { type Around, freeAt, heldIn } from './places.ts';
import { type Draft, isOutsidePreorder, MOST_DAYS } from './terms.ts';

const DAY_MS = 86_400_000;

/** Why a booking cannot be made, and which field says so. */
export interface Refused {
  field: 'utilityId' | 'slots' | 'unitId' | 'startAt';
  code: string;
  params?: Record<string, number>;
}

const ofSlots = (code: string, params?: Record<string, number>): Refused => ({
  field: 'slots',
  code,
  ...(params && { params }),
});

/** Refuses by the first of them. */
export function refuseBy([refused]: readonly Refused[]): void {
  if (!refused) return;
  const { field, code, params } = refused;
  failFields({ [field]: { code, ...(params && { params }) } }, code);
}

const spanOf = (slots: Draft['slots']) => ({
  startAt: new Date(Math.min(...slots.map(one => one.startAt.getTime()))),
  endAt: new Date(Math.max(...slots.map(one => one.endAt.getTime()))),
});

/** What an amenity refuses, whoever else books it: its frames, its days, how long before and how long. */
export function refusedByTerms(ctx: Ctx, amenity: Amenity, { slots }: Draft): Refused[] {
  const { timeZone } = ctx.project;
  if (!amenity.active || amenity.type === 'NO_RESERVATION')
    return [{ field: 'utilityId', code: 'AMENITY_NOT_BOOKABLE' }];
  const distinct = new Set(slots.map(({ startAt }) => startAt.getTime())).size === slots.length;
  if (!distinct || !slots.every(slot => isFrame(amenity, slot, timeZone))) return [ofSlots('BOOKING_FRAME_INVALID')];
  const { startAt: first, endAt: last } = spanOf(slots);
  if (last.getTime() - first.getTime() > MOST_DAYS * DAY_MS) return [ofSlots('BOOKING_TOO_LONG', { max: MOST_DAYS })];
  const refused: Refused[] = [];
  if (slots.some(({ startAt }) => startAt < ctx.now)) refused.push(ofSlots('BOOKING_IN_PAST'));
  else if (slots.some(({ startAt }) => isOutsidePreorder(amenity, startAt, ctx.now, timeZone)))
    refused.push(ofSlots('BOOKING_OUTSIDE_PREORDER'));
  if (amenity.usageLimit !== null && slots.length > amenity.usageLimit)
    refused.push(ofSlots('BOOKING_USAGE_LIMIT', { max: amenity.usageLimit }));
  return refused;
}

/** Whether a frame has no room left for so many places. */
export async function refusedByRoom(
  ctx: Ctx,
  amenity: Amenity,
  { slots, quantity }: Draft,
  around: Around = {},
  code = 'BOOKING_SLOT_FULL',
): Promise<Refused[]> {
  const held = await heldIn(ctx.projectId, amenity.groupId, spanOf(slots), around);
  return slots.some(slot => freeAt(amenity, slot, held) < quantity) ? [ofSlots(code)] : [];
}

const BAN_DAYS = 30;

/** Until when a household that did not come too often may not book; null where it may. */
async function bannedUntil(ctx: Ctx, amenity: Amenity, unitId: string): Promise<Date | null> {
  if (!amenity.banAfter) return null;
  const missed = await missedBy(ctx.projectId, { utilityId: amenity._id, unitId }, ctx.now);
  const last = missed.at(-1);
  if (missed.length < amenity.banAfter || !last) return null;
  const until = new Date(last.getTime() + (amenity.banDays ?? BAN_DAYS) * DAY_MS);
  return until > ctx.now ? until : null;
}

/** What a household has too much of: frames of a day, bookings that are still to come. */
export async function refusedByUnit(
  ctx: Ctx,
  amenity: Amenity,
  { slots }: Draft,
  unitId: string,
  around: Around = {},
): Promise<Refused[]> {
  const { unitLimit, openLimit } = amenity;
  const banned = await bannedUntil(ctx, amenity, unitId);
  if (banned) return [{ field: 'unitId', code: 'BOOKING_BANNED' }];
  if (unitLimit === null && openLimit === null) return [];
  const { timeZone } = ctx.project;
  const own = await heldBy(ctx.projectId, { utilityId: amenity._id, unitId }, ctx.now, timeZone, around);
  const refused: Refused[] = [];
  const byDay = Map.groupBy(slots, ({ startAt }) => dayOf(startAt, timeZone));
  if (unitLimit !== null && [...byDay].some(([day, asked]) => own.onDay(day) + asked.length > unitLimit))
    refused.push(ofSlots('BOOKING_UNIT_LIMIT', { max: unitLimit }));
  if (openLimit !== null && own.open >= openLimit) refused.push(ofSlots('BOOKING_TOO_MANY', { max: openLimit }));
  return refused;
}
