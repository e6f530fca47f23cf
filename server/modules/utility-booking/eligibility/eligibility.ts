import { DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { BY_REASON } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { records } from '../../../kit/store/records.ts';
import { type Amenity, closedAt, closedIn, isFrame } from '../../utility/index.ts';
import { type Ban, banOn } from '../bans/bans.ts';
import { loadFrames, openOf } from '../household/households.ts';
import { isOverdue } from '../money/debts.ts';
import { type Draft, MOST_DAYS, preOrderOf } from '../money/pricing.ts';
import { type Around, freeAt, freeFrom, heldIn, frameOf as spanOf } from '../slots/occupancy.ts';

/** Reason against a booking, with the field that shows it. */
export interface Refused {
  field: 'utilityId' | 'slots' | 'unitId' | 'startAt' | 'residentId';
  code: string;
  /** Frame concerned. */
  from?: string;
  params?: Record<string, number | string>;
}

export const mayOverride = ({ code }: Refused): boolean => BY_REASON.includes(code);

export { spanOf };

/** Refuses with the first reason. */
export function assertNoRefusal([refused]: readonly Refused[]): void {
  if (!refused) return;
  const { field, code, from, params } = refused;
  fail(code, { fields: { [field]: { code, ...(params && { params }) } }, ...(from && { from }), ...params });
}

const ofSlots = (code: string, params?: Refused['params'], from?: Date): Refused => ({
  field: 'slots',
  code,
  ...(params && { params }),
  ...(from && { from: from.toISOString() }),
});

/** Whether frames are consecutive without gaps. */
const adjoin = (slots: Draft['slots']) =>
  slots.every((slot, at) => at === 0 || slot.from.getTime() === slots[at - 1]?.to.getTime());

/** Whether the caller can book the amenity at all. */
export const isBookable = (ctx: Ctx, { active, visible, type, partnerId }: Amenity): boolean =>
  active && type !== 'NO_RESERVATION' && !partnerId && (visible || ctx.kind !== 'resident');

/** Reasons by the terms of the amenity: its frames, booking period and maximum. */
export function refusedByTerms(ctx: Ctx, amenity: Amenity, { slots }: Draft): Refused[] {
  const { timeZone } = ctx.project;
  if (!isBookable(ctx, amenity)) return [{ field: 'utilityId', code: 'UTILITY_NOT_BOOKABLE' }];
  if (slots.length === 0) return [ofSlots('FRAME_REQUIRED')];
  const wrong = slots.find(slot => !isFrame(amenity, slot, timeZone));
  const span = spanOf(slots);
  if (wrong || !adjoin(slots) || span.to.getTime() - span.from.getTime() > MOST_DAYS * DAY_MS)
    return [ofSlots('FRAME_INVALID', undefined, wrong?.from)];
  const refused: Refused[] = [];
  const { earliest, latest } = preOrderOf(amenity, ctx.now);
  if (span.from < earliest || (latest !== null && span.from > latest))
    refused.push(
      ofSlots('OUTSIDE_PRE_ORDER_TIME_SLOT', {
        earliest: earliest.toISOString(),
        ...(latest && { latest: latest.toISOString() }),
      }),
    );
  if (slots.length > amenity.limitPerUsage)
    refused.push(ofSlots('LIMIT_PER_USAGE', { limit: amenity.limitPerUsage, used: slots.length }));
  return refused;
}

/** Refused while the amenity, or its whole, is closed. */
export async function refusedByClosing(ctx: Ctx, amenity: Amenity, { slots }: Draft, around: Around = {}) {
  const ids = [amenity._id, ...(amenity.wholeId ? [amenity.wholeId] : [])];
  const closed = await closedIn(ctx.projectId, ids, spanOf(slots), around.session);
  for (const slot of slots)
    for (const id of ids) {
      const found = closedAt(closed, id, slot);
      if (found) return [ofSlots('UTILITY_CLOSED', { reason: found.reason, until: found.to.toISOString() }, slot.from)];
    }
  return [];
}

/** Refused if a frame has not enough free places. */
export async function refusedByRoom(
  ctx: Ctx,
  amenity: Amenity,
  { slots, quantity }: Draft,
  around: Around = {},
  code = 'LIMIT_PER_SLOT',
): Promise<Refused[]> {
  const held = await heldIn(ctx.projectId, [amenity], spanOf(slots), { ...around, holder: ctx.actor.id });
  const full = slots.find(slot => freeAt(amenity, slot, held) < quantity);
  if (!full) return [];
  const later = freeFrom(amenity, full, held, quantity);
  const params = { free: freeAt(amenity, full, held), ...(later && { freeAt: later.toISOString() }) };
  return [ofSlots(code, params, full.from)];
}

const bannedBy = ({ until, reason }: Ban) => ({
  until,
  reason,
  day: until.split('-').reverse().join('/'),
});

/** Reasons by the household: bans, overdue bills, and limits of frames and open bookings. */
export async function refusedByUnit(
  ctx: Ctx,
  amenity: Amenity,
  { slots }: Draft,
  unitId: string,
  around: Around = {},
): Promise<Refused[]> {
  const refused: Refused[] = [];
  const ban = await banOn(ctx, amenity, unitId);
  if (ban) refused.push({ field: 'unitId', code: 'UNIT_BANNED', params: bannedBy(ban) });
  if (amenity.blockOverdueDays && (await isOverdue(ctx, unitId, amenity.blockOverdueDays)))
    refused.push({ field: 'unitId', code: 'UNIT_IN_DEBT' });
  const { timeZone } = ctx.project;
  const of = { amenity, unitId, now: ctx.now, timeZone };
  const limit = amenity.limitPerUnit;
  if (limit !== null)
    for (const [day, slotsOfDay] of Map.groupBy(slots, slot => dayOf(slot.from, timeZone))) {
      const used = await loadFrames(ctx.projectId, of, day, around);
      if (used + slotsOfDay.length <= limit) continue;
      refused.push(ofSlots('LIMIT_PER_UNIT', { used, limit }));
      break;
    }
  const counts = !around.except || around.made;
  if (amenity.maxOpen !== null && counts && (await openOf(ctx.projectId, of, around)) >= amenity.maxOpen)
    refused.push(ofSlots('TOO_MANY_BOOKINGS', { limit: amenity.maxOpen }));
  return refused;
}

/** Refused if the resident's role may not book. */
export async function refusedByRole(ctx: Ctx, { bookers }: Amenity): Promise<Refused[]> {
  if (ctx.kind !== 'resident' || bookers.length === 0) return [];
  const doc = await records(resident).withRemoved().get(ctx, ctx.residentId);
  const mayBook = bookers.some(({ role }) => role === doc?.role);
  return mayBook ? [] : [{ field: 'utilityId', code: 'UTILITY_NOT_BOOKABLE' }];
}

/** All reasons against a booking, in the order of the form; used for the preview and the decision. */
export async function loadRefusals(
  ctx: Ctx,
  amenity: Amenity,
  draft: Draft,
  unitId: string | null,
  around: Around = {},
): Promise<Refused[]> {
  const first = [...refusedByTerms(ctx, amenity, draft), ...(await refusedByRole(ctx, amenity))];
  const [stop] = first;
  if (stop && ['UTILITY_NOT_BOOKABLE', 'FRAME_REQUIRED', 'FRAME_INVALID'].includes(stop.code)) return first;
  return [
    ...first,
    ...(await refusedByClosing(ctx, amenity, draft, around)),
    ...(await refusedByRoom(ctx, amenity, draft, { ...around, unitId })),
    ...(unitId ? await refusedByUnit(ctx, amenity, draft, unitId, around) : []),
  ];
}
