import { nextDay } from '@lobby/shared/kit/dates.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { availableSlots, checkBooking } from '@lobby/shared/modules/utility-booking.contract.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { words } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { records, type Where } from '../../../kit/store/records.ts';
import { loadRefs, needRef } from '../../../kit/store/refs/refs.ts';
import {
  type Amenity,
  type Closed,
  closedAt,
  closedIn,
  type Frame,
  framesOn,
  priceOfFrame,
} from '../../utility/index.ts';
import { draftOf } from '../complete.ts';
import { loadRefusals, spanOf } from '../eligibility/eligibility.ts';
import { type Draft, preOrderOf, termsOf } from '../money/pricing.ts';
import { bookableRoute, dayIn, loadAmenities, midnightOf, nameOf } from './bookable.ts';
import { freeAt, type Held, heldIn, takenAt } from './occupancy.ts';
import { timesBy } from './repeats.ts';

const MOST_DAYS = 31;
type Waiting = Frame & { utilityId: string };
/** Waits for places of amenities in a period; for staff only. */
async function waitsIn(ctx: Ctx, ids: readonly string[], { from, to }: Frame): Promise<Waiting[]> {
  if (ctx.kind !== 'staff') return [];
  const found = await records(utilityWaitlist).find(
    ctx,
    { utilityIds: { $in: [...ids] }, status: 'WAITING', startAt: { $lt: to }, endAt: { $gt: from } },
    { only: ['utilityIds', 'startAt', 'endAt'], patience: 2000 },
  );
  return found.flatMap(({ utilityIds, startAt, endAt }) =>
    startAt && endAt ? utilityIds.map(utilityId => ({ utilityId, from: startAt, to: endAt })) : [],
  );
}

interface Seen {
  held: Held;
  closed: readonly Closed[];
  codes: ReadonlyMap<string, string>;
  waits: readonly Waiting[];
  quantity: number;
}

/** State of a frame for the caller. */
function stateOf(ctx: Ctx, amenity: Amenity, frame: Frame, { held, closed, quantity }: Seen) {
  const { earliest, latest } = preOrderOf(amenity, ctx.now);
  const shut =
    closedAt(closed, amenity._id, frame) ?? (amenity.wholeId ? closedAt(closed, amenity.wholeId, frame) : undefined);
  const mine = (at: Frame) =>
    held.kept.some(
      keeping =>
        keeping.unitId === ctx.unitId &&
        keeping.utilityId === amenity._id &&
        keeping.from < at.to &&
        at.from < keeping.to,
    );
  if (frame.from < ctx.now) return { state: 'PAST' } as const;
  if (shut) return { state: 'CLOSED', reason: shut.reason } as const;
  if (ctx.kind === 'resident' && mine(frame)) return { state: 'MINE' } as const;
  if (frame.from < earliest) return { state: 'TOO_SOON' } as const;
  if (latest && frame.from > latest) return { state: 'TOO_FAR' } as const;
  return { state: freeAt(amenity, frame, held) < quantity ? ('FULL' as const) : ('FREE' as const) };
}

/** A frame for calendars; only staff see who booked it. */
function slotOf(ctx: Ctx, amenity: Amenity, frame: Frame, seen: Seen) {
  const ofFrame = seen.held.kept.filter(
    keeping => keeping.utilityId === amenity._id && keeping.from < frame.to && frame.from < keeping.to,
  );
  const free = freeAt(amenity, frame, seen.held);
  return {
    from: frame.from.toISOString(),
    to: frame.to.toISOString(),
    capacity: amenity.limitPerSlot,
    taken: takenAt(amenity, frame, seen.held),
    held: ofFrame.filter(({ id }) => id === null).length,
    free,
    ...stateOf(ctx, amenity, frame, seen),
    price: priceOfFrame(amenity, frame, ctx.project.timeZone),
    ...(ctx.kind === 'staff' && {
      waiting: seen.waits.filter(wait => wait.utilityId === amenity._id && wait.from < frame.to && frame.from < wait.to)
        .length,
      bookings: ofFrame.flatMap(({ id, code, unitId, status }) =>
        id ? [{ id, code, unitCode: seen.codes.get(unitId) ?? '', status }] : [],
      ),
    }),
  };
}

/** Amenities of a group, or a single one. */
async function loadAsked(ctx: Ctx, id: string, utilityId: string | undefined): Promise<Amenity[]> {
  const bookedOnly: Where<typeof utility> = { type: { $ne: 'NO_RESERVATION' }, partnerId: null };
  const live = { projectId: ctx.projectId, deletedAt: null, _id: id };
  const group = await records(utilityGroup).exists(ctx, live);
  if (group) return loadAmenities(ctx, { ...bookedOnly, groupId: id, ...(utilityId && { _id: utilityId }) });
  if (!(await records(utility).exists(ctx, live))) fail('NOT_FOUND');
  return loadAmenities(ctx, { ...bookedOnly, _id: id });
}

/** `GET /utility-group/:id/available-slots`: frames of a group or amenity on some days, with their free places. */
const slotsRoute = route(availableSlots, {
  flags: ['read'],
  residents: true,
  async run(ctx, { params, query }) {
    const found = await loadAsked(ctx, params.id, query.utilityId);
    const first = dayIn(ctx, query.startDateUsage);
    const last = query.endDateUsage ? dayIn(ctx, query.endDateUsage) : first;
    const days = [first];
    while ((days.at(-1) ?? last) < last && days.length <= MOST_DAYS) days.push(nextDay(days.at(-1) ?? last));
    if (last < first || days.length > MOST_DAYS)
      failFields({ endDateUsage: { code: 'TOO_LARGE', params: { max: 31 } } });
    const span = { from: midnightOf(ctx, first), to: midnightOf(ctx, nextDay(nextDay(last))) };
    const ids = found.flatMap(amenity => [amenity._id, ...(amenity.wholeId ? [amenity.wholeId] : [])]);
    const held = await heldIn(ctx.projectId, found, span, {
      except: query.bookingId,
      unitId: ctx.unitId,
      holder: ctx.actor.id,
    });
    const units = ctx.kind === 'staff' ? [...new Set(held.kept.map(({ unitId }) => unitId))] : [];
    const codes = await loadRefs(ctx.projectId, unit, units);
    const seen: Seen = {
      held,
      quantity: query.quantity,
      closed: await closedIn(ctx.projectId, ids, span),
      waits: await waitsIn(ctx, ids, span),
      codes: new Map([...codes].map(([id, doc]) => [id, doc.code])),
    };
    return found.map(amenity => ({
      utilityId: amenity._id,
      name: nameOf(ctx, amenity),
      code: amenity.code,
      type: amenity.type,
      icon: amenity.icon,
      place: amenity.placeId,
      timeStep: amenity.type === 'SLOT_TIME' ? Number(amenity.timeStep) : null,
      slots: days
        .flatMap(day => framesOn(amenity, day, ctx.project.timeZone))
        .map(frame => slotOf(ctx, amenity, frame, seen)),
    }));
  },
});

/** Repetitions of a rule, each checked by itself. */
async function loadOccurrences(ctx: Ctx, amenity: Amenity, draft: Draft, unitId: string | null, rule: string) {
  const barred = ctx.kind === 'resident' && !amenity.recurring;
  const found: { from: string; code: string | null; message: string | null }[] = [];
  for (const times of timesBy(rule, draft.slots, ctx.project.timeZone)) {
    const [first] = barred
      ? [{ code: 'RECURRING_NOT_ALLOWED', params: {} }]
      : await loadRefusals(ctx, amenity, { ...draft, slots: times }, unitId);
    const state = first ? { code: first.code, message: words(ctx, first.code, first.params) } : NONE;
    found.push({ from: times[0]?.from.toISOString() ?? '', ...state });
  }
  return found;
}
const NONE = { code: null, message: null };

/** `POST /utility-booking/check`: cost of a booking, and all reasons against it. */
const checkRoute = route(checkBooking, {
  flags: ['read'],
  residents: true,
  async run(ctx, { body }) {
    const amenity = await needRef(ctx, utility, body.utilityId, 'utilityId');
    const draft = draftOf(body);
    const unitId = (ctx.kind === 'resident' ? ctx.unitId : body.unitId) ?? null;
    const refused = await loadRefusals(ctx, amenity, draft, unitId, { except: body.bookingId ?? undefined });
    const hasSlots = draft.slots.length > 0;
    const terms = hasSlots ? termsOf(amenity, draft, ctx.now, ctx.project.timeZone) : null;
    const full = refused.some(({ code }) => code === 'LIMIT_PER_SLOT');
    const span = spanOf(draft.slots);
    const occurrences =
      body.rrule && hasSlots ? await loadOccurrences(ctx, amenity, draft, unitId, body.rrule) : undefined;
    const ahead = full
      ? await records(utilityWaitlist).count(ctx, {
          utilityIds: amenity._id,
          status: 'WAITING',
          startAt: { $lt: span.to },
          endAt: { $gt: span.from },
        })
      : 0;
    return {
      allowed: occurrences ? occurrences.some(({ code }) => code === null) : refused.length === 0,
      ...(occurrences && { occurrences }),
      refusals: refused.map(({ field, code, params, from }) => ({
        field,
        code,
        message: words(ctx, code, params),
        from: from ?? null,
      })),
      lines: terms?.feeLines ?? [],
      surchargeLines: terms?.surchargeLines ?? [],
      fee: terms?.fee ?? 0,
      surcharge: terms?.surcharge ?? 0,
      deposit: terms?.deposit ?? 0,
      total: terms?.total ?? 0,
      payBefore: terms?.payBeforeAt?.toISOString() ?? null,
      needsApproval: amenity.approval === 'MANUAL',
      refundPolicy: terms?.policy ?? [],
      waitlist: { possible: full && refused.every(({ code }) => code === 'LIMIT_PER_SLOT'), ahead },
    };
  },
});

export const bookingCalls: readonly Route[] = [bookableRoute, slotsRoute, checkRoute];
