import { dayOf, isDay, isInstant } from '@lobby/shared/kit/dates.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { utility, utilityGroup } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { words } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { needRef } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { type Amenity, framesOn } from '../utility/index.ts';
import { freeAt, heldIn, slotsOf } from './places.ts';
import { refusedByRoom, refusedByTerms, refusedByUnit } from './refusals.ts';
import { priceOf, termsOf } from './terms.ts';

const byId = z.strictObject({ id: idSchema });
const amount = z.int().min(0);
const moment = z.iso.datetime();
const amenitySchema = z.object({
  id: idSchema,
  name: z.string(),
  code: z.string(),
  type: z.enum(utility.fields.type.options),
  icon: z.string().nullable(),
});
const refusalSchema = z.object({ field: z.string(), code: z.string(), message: z.string() });

const NAMES = { vi: 'name', en: 'nameEn', ja: 'nameJa', zh: 'nameZh', ko: 'nameKo' } as const;
/** What something is called in the reader's language, as far as it is called anything there. */
const nameOf = (ctx: Ctx, doc: Stored) => String(doc[NAMES[ctx.language]] || doc.name);

const amenities = (ctx: Ctx, of: Record<string, unknown> = {}) =>
  modelOf(utility)
    .find({ projectId: ctx.projectId, deletedAt: null, active: true, ...of })
    .sort({ order: 1, _id: 1 })
    .limit(1000)
    .maxTimeMS(2000)
    .lean<Amenity[]>();

const shown = (ctx: Ctx, one: Amenity) => ({
  id: one._id,
  name: nameOf(ctx, one),
  code: one.code,
  type: one.type,
  icon: one.icon,
});

/** `GET /utility-group/booking`: what can be booked, by group. */
const bookable = route({
  method: 'get',
  path: `${utilityGroup.path}/booking`,
  summary: 'Amenities that are in use, by group',
  module: utilityGroup.code,
  flags: ['read'],
  residents: true,
  answer: z.array(z.object({ id: idSchema, name: z.string(), code: z.string(), amenities: z.array(amenitySchema) })),
  async run(ctx) {
    const groups = await modelOf(utilityGroup)
      .find({ projectId: ctx.projectId, deletedAt: null })
      .sort({ order: 1, _id: 1 })
      .limit(1000)
      .maxTimeMS(2000)
      .lean<Stored[]>();
    const byGroup = Map.groupBy(await amenities(ctx), one => one.groupId);
    return groups.flatMap(group => {
      const own = (byGroup.get(group._id) ?? []).map(one => shown(ctx, one));
      return own.length > 0
        ? [{ id: group._id, name: nameOf(ctx, group), code: String(group.code), amenities: own }]
        : [];
    });
  },
});

const frameSchema = z.object({
  startAt: moment,
  endAt: moment,
  /** Places that are left. */
  free: z.int(),
  /** Of one place. */
  price: amount,
  /** Why it cannot be booked; null where it can. */
  refused: z.string().nullable(),
});

/** `GET /utility-group/:id/available-slots`: the frames of a day with what is left of them. */
const availableSlots = route({
  method: 'get',
  path: `${utilityGroup.path}/:id/available-slots`,
  summary: 'The frames of a day, and what is left of them',
  module: utilityGroup.code,
  flags: ['read'],
  residents: true,
  params: byId,
  query: z.strictObject({
    startDateUsage: z
      .string()
      .max(40)
      .refine(day => isDay(day) || isInstant(day), 'DATE_INVALID')
      .optional(),
    /** A booking that is being moved: its own places are free to it. */
    bookingId: idSchema.optional(),
  }),
  answer: z.array(amenitySchema.extend({ slots: z.array(frameSchema) })),
  async run(ctx, { params, query }) {
    const { _id: groupId } = await load(ctx, utilityGroup, params.id);
    const { timeZone } = ctx.project;
    const asked = query.startDateUsage ?? '';
    const day = isDay(asked) ? asked : dayOf(asked ? new Date(asked) : ctx.now, timeZone);
    const found = await amenities(ctx, { groupId, type: { $ne: 'NO_RESERVATION' } });
    const frames = new Map(found.map(one => [one._id, framesOn(one, day, timeZone)]));
    const all = [...frames.values()].flat();
    if (all.length === 0) return found.map(one => ({ ...shown(ctx, one), slots: [] }));
    const span = {
      startAt: new Date(Math.min(...all.map(one => one.startAt.getTime()))),
      endAt: new Date(Math.max(...all.map(one => one.endAt.getTime()))),
    };
    const held = await heldIn(ctx.projectId, groupId, span, {
      except: query.bookingId,
      unitId: ctx.unitId,
    });
    return found.map(one => ({
      ...shown(ctx, one),
      slots: (frames.get(one._id) ?? []).map(frame => {
        const free = freeAt(one, frame, held);
        const [refused] = refusedByTerms(ctx, one, { slots: [frame], quantity: 1 });
        return {
          startAt: frame.startAt.toISOString(),
          endAt: frame.endAt.toISOString(),
          free,
          price: priceOf(one, frame, timeZone),
          refused: refused?.code ?? (free < 1 ? 'BOOKING_SLOT_FULL' : null),
        };
      }),
    }));
  },
});

const { utilityId, slots, quantity } = utilityBooking.fields;

/** `POST /utility-booking/check`: what a booking would cost, and all that keeps it from being made. */
const check = route({
  method: 'post',
  path: `${utilityBooking.path}/check`,
  summary: 'What a booking would cost, and what refuses it',
  module: utilityBooking.code,
  flags: ['read'],
  residents: true,
  body: z.strictObject({
    utilityId: fieldSchema(utilityId).pipe(idSchema),
    slots: fieldSchema(slots).pipe(z.array(z.object({ startAt: z.string(), endAt: z.string() }))),
    quantity: fieldSchema(quantity).pipe(z.int()).optional(),
    unitId: idSchema.nullish(),
    bookingId: idSchema.nullish(),
  }),
  answer: z.object({
    allowed: z.boolean(),
    refusals: z.array(refusalSchema),
    ...{ startAt: moment, endAt: moment, fee: amount, deposit: amount, surcharge: amount, total: amount },
    payBy: moment.nullable(),
    approval: z.boolean(),
    refundTiers: z.array(z.object({ before: z.int(), beforeUnit: z.string(), percent: z.number() })),
  }),
  async run(ctx, { body }) {
    const amenity = (await needRef(ctx, utility.name, body.utilityId, 'utilityId')) as Amenity;
    const draft = { slots: slotsOf(body.slots), quantity: body.quantity ?? 1 };
    const unitId = ctx.kind === 'resident' ? ctx.unitId : body.unitId;
    const around = { except: body.bookingId ?? undefined, unitId };
    const refused = [
      ...refusedByTerms(ctx, amenity, draft),
      ...(amenity.type === 'NO_RESERVATION' ? [] : await refusedByRoom(ctx, amenity, draft, around)),
      ...(unitId ? await refusedByUnit(ctx, amenity, draft, unitId, around) : []),
    ];
    const { startAt, endAt, payBy, ...sums } = termsOf(amenity, draft, ctx.now, ctx.project.timeZone);
    return {
      allowed: refused.length === 0,
      refusals: refused.map(({ field, code, params }) => ({ field, code, message: words(ctx, code, params) })),
      ...sums,
      startAt: startAt.toISOString(),
      endAt: endAt.toISOString(),
      payBy: payBy?.toISOString() ?? null,
      approval: amenity.approval,
      refundTiers: amenity.refundTiers,
    };
  },
});

export const bookingCalls: readonly Route[] = [bookable, availableSlots, check];
