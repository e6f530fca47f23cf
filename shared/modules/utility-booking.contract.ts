import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { isDay, isInstant } from '../kit/dates.ts';
import { fieldSchema, idSchema } from '../kit/schema.ts';
import { REFUND_CAUSES, STEPS } from './amenity-statistics.ts';
import { utility } from './utility.ts';
import { utilityBooking } from './utility-booking.ts';

const day = z.string().max(10).refine(isDay, 'DATE_INVALID').optional();
export const periodFields = { from: day, to: day, by: z.enum(STEPS).default('month') };

export const amountSchema = z.int().min(0);
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
  price: amountSchema,
  bookings: z.array(bookingSchema).optional(),
  /** Number of households waiting for a place. */
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
    /** Booking being moved: its own places count as free. */
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
const line = z.object({
  from: z.string(),
  price: amountSchema,
  factor: z.number(),
  quantity: z.number(),
  amount: amountSchema,
});
const more = z.object({
  name: z.string(),
  price: amountSchema,
  per: z.string(),
  quantity: z.int(),
  amount: amountSchema,
  addedBy: z.string(),
});
const tier = z.object({ from: z.int(), unit: z.string(), percent: z.number() });

/** Computes what a booking would cost and lists everything that refuses it, without making it. */
export const checkBooking = contract({
  method: 'post',
  path: '/utility-booking/check',
  summary: 'What a booking would cost, and what refuses it',
  module: utilityBooking.code,
  body: z.strictObject({
    utilityId: fieldSchema(utilityId).pipe(idSchema),
    slots: fieldSchema({ ...slots, required: false }).pipe(z.array(z.object({ from: z.string(), to: z.string() }))),
    quantity: fieldSchema(quantity).optional(),
    surcharges: fieldSchema(surcharges)
      .pipe(z.array(z.object({ index: z.int(), quantity: z.int().optional() })))
      .optional(),
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
    fee: amountSchema,
    surcharge: amountSchema,
    deposit: amountSchema,
    total: amountSchema,
    payBefore: moment.nullable(),
    needsApproval: z.boolean(),
    refundPolicy: z.array(tier),
    waitlist: z.object({ possible: z.boolean(), ahead: z.int() }),
    /** Repetitions with their reason of refusal. */
    occurrences: z
      .array(z.object({ from: moment, code: z.string().nullable(), message: z.string().nullable() }))
      .optional(),
  }),
});

export const cancelPreview = contract({
  method: 'get',
  path: '/utility-booking/:id/cancel-preview',
  summary: 'What goes back when a booking is cancelled now',
  module: utilityBooking.code,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ scope: z.enum(['THIS', 'FOLLOWING']).optional() }),
  answer: z.object({
    percent: z.number(),
    fee: amountSchema,
    surcharge: amountSchema,
    deposit: amountSchema,
    tier: z.object({ from: z.int(), unit: z.string(), percent: z.number() }).nullable(),
    /** Number of bookings to be cancelled. */
    count: z.int(),
  }),
});

export const holdSlots = contract({
  method: 'post',
  path: '/utility-booking/hold',
  summary: 'Hold slots for five minutes while a booking is being written',
  module: utilityBooking.code,
  body: z.strictObject({
    utilityId: fieldSchema(utilityId).pipe(idSchema),
    slots: fieldSchema(slots).pipe(z.array(z.object({ from: z.string(), to: z.string() }))),
    quantity: fieldSchema(quantity).default(1),
  }),
  answer: z.object({ holdId: idSchema, until: z.iso.datetime() }),
});

export const countSchema = z.int();
export const shareSchema = z.number();
const missed = { noShows: countSchema, rate: shareSchema };
const counts = { bookings: countSchema, frames: countSchema, persons: countSchema };
const totals = {
  use: shareSchema,
  ...counts,
  ...missed,
  requested: countSchema,
  refused: countSchema,
  income: countSchema,
  fee: countSchema,
  surcharge: countSchema,
  deduction: countSchema,
  refunds: countSchema,
  leadMedian: shareSchema,
  leadMost: shareSchema,
  refundsBy: z.array(z.object({ cause: z.enum(REFUND_CAUSES), count: countSchema, amount: countSchema })),
};
export const statisticsDays = { from: z.string(), to: z.string() };
export const amenityId = idSchema.optional();
export const bookingQuery = z.strictObject({
  ...periodFields,
  groupId: amenityId,
  utilityId: amenityId,
  blockId: amenityId,
});

export const bookingStatistics = contract({
  method: 'get',
  path: '/utility-booking/statistics',
  summary: 'How amenities were used, by hour and weekday, and what they brought',
  module: utilityBooking.code,
  query: bookingQuery,
  answer: z.object({
    ...statisticsDays,
    totals: z.object({ ...totals, depositsHeld: countSchema }),
    before: z.object({ ...statisticsDays, ...totals }),
    /** Seven days starting on Sunday, 24 hours each, in percent; -1 where nothing is open. */
    heat: z.array(z.array(shareSchema)),
    series: z.array(z.object({ step: z.string(), ...counts, income: countSchema, refunds: countSchema, ...missed })),
    amenities: z.array(
      z.object({
        utilityId: z.string(),
        name: z.string(),
        openHours: countSchema,
        usedHours: countSchema,
        use: shareSchema,
        bookings: countSchema,
        income: countSchema,
        refunds: countSchema,
        refused: countSchema,
        list: z.string(),
      }),
    ),
    top: z.array(z.object({ unitId: z.string(), code: z.string(), bookings: countSchema })),
    without: countSchema,
  }),
});

export const bookingsOfHour = contract({
  method: 'get',
  path: '/utility-booking/statistics/hour',
  summary: 'The bookings behind an hour of a weekday',
  module: utilityBooking.code,
  query: z.strictObject({
    ...bookingQuery.shape,
    weekday: z.coerce.number().int().min(0).max(6),
    hour: z.coerce.number().int().min(0).max(23),
  }),
  answer: z.array(
    z.object({
      id: idSchema,
      code: z.string(),
      utilityId: idSchema,
      unitId: idSchema,
      startAt: z.iso.datetime(),
      endAt: z.iso.datetime(),
    }),
  ),
});
