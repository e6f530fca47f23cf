import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { isDay, isInstant } from '../kit/dates.ts';
import { fieldSchema, idSchema } from '../kit/schema.ts';
import { utility } from './utility.ts';
import { utilityBooking } from './utility-booking.ts';

const amount = z.int().min(0);
const moment = z.iso.datetime();
const STATES = ['FREE', 'FULL', 'CLOSED', 'PAST', 'TOO_SOON', 'TOO_FAR', 'MINE'] as const;

const bookingSchema = z.object({ id: idSchema, code: z.string(), unitCode: z.string(), status: z.string() });
const slotSchema = z.object({
  from: moment,
  to: moment,
  capacity: z.int(),
  taken: z.int(),
  held: z.int(),
  free: z.int(),
  state: z.enum(STATES),
  reason: z.string().nullish(),
  price: amount,
  bookings: z.array(bookingSchema).optional(),
  /** How many wait for a place. */
  waiting: z.int().optional(),
});
const dayQuery = z
  .string()
  .max(40)
  .refine(value => isDay(value) || isInstant(value), 'DATE_INVALID')
  .optional();

/** The frames of some days with what is left of them; the id is of a group or of an amenity. */
export const availableSlots = contract({
  method: 'get',
  path: '/utility-group/:id/available-slots',
  summary: 'The frames of a group or an amenity on some days, and what is left of them',
  module: utilityBooking.code,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({
    startDateUsage: dayQuery,
    endDateUsage: dayQuery,
    utilityId: idSchema.optional(),
    quantity: z.coerce.number().int().min(1).max(10_000).default(1),
    /** A booking that is being moved: its own places are free to it. */
    bookingId: idSchema.optional(),
  }),
  answer: z.array(
    z.object({
      utilityId: idSchema,
      name: z.string(),
      code: z.string(),
      type: z.enum(utility.fields.type.options),
      icon: z.string().nullable(),
      place: z.string().nullable(),
      timeStep: z.int().nullable(),
      slots: z.array(slotSchema),
    }),
  ),
});

const { utilityId, slots, quantity, surcharges } = utilityBooking.fields;
const line = z.object({ from: z.string(), price: amount, factor: z.number(), quantity: z.number(), amount });
const more = z.object({
  name: z.string(),
  price: amount,
  per: z.string(),
  quantity: z.int(),
  amount,
  addedBy: z.string(),
});
const tier = z.object({ from: z.int(), unit: z.string(), percent: z.number() });

/** What a booking would cost, and all that keeps it from being made. */
export const checkBooking = contract({
  method: 'post',
  path: '/utility-booking/check',
  summary: 'What a booking would cost, and what refuses it',
  module: utilityBooking.code,
  body: z.strictObject({
    utilityId: fieldSchema(utilityId).pipe(idSchema),
    slots: fieldSchema({ ...slots, required: false }).pipe(z.array(z.object({ from: z.string(), to: z.string() }))),
    quantity: fieldSchema(quantity).pipe(z.int()).optional(),
    surcharges: fieldSchema(surcharges).optional(),
    unitId: idSchema.nullish(),
    bookingId: idSchema.nullish(),
    rrule: fieldSchema({ kind: 'text', max: 200 }).nullish(),
  }),
  answer: z.object({
    allowed: z.boolean(),
    refusals: z.array(
      z.object({ field: z.string(), code: z.string(), message: z.string(), from: z.string().nullish() }),
    ),
    lines: z.array(line),
    surchargeLines: z.array(more),
    fee: amount,
    surcharge: amount,
    deposit: amount,
    total: amount,
    payBefore: moment.nullable(),
    needsApproval: z.boolean(),
    refundPolicy: z.array(tier),
    waitlist: z.object({ possible: z.boolean(), ahead: z.int() }),
    /** Each time of a rule, and what refuses it. */
    occurrences: z
      .array(z.object({ from: moment, code: z.string().nullable(), message: z.string().nullable() }))
      .optional(),
  }),
});
