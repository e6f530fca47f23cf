import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { fieldSchema, idSchema, inputSchema } from '@lobby/shared/kit/schema.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields, Refusal } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { create, update } from '../../kit/records/records.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { actionSchema, loadDetail } from '../../kit/serve.ts';
import { retryOnConflict } from '../../kit/store/save.ts';
import { cancel } from './acts.ts';
import { countRefused } from './eligibility/refused-bookings.ts';
import { createSeries, seriesSchema } from './slots/series.ts';
import { lasts } from './slots/slot-holds.ts';

const { fields, path, code } = utilityBooking;
const { unitId: _unit, residentId: _resident, staffNote: _note, ...residents } = fields;
const { overrideReason } = fields;
/** Hold of the form, and recurrence rule. */
const both = { holdId: idSchema.nullish(), rrule: fieldSchema({ kind: 'text', max: 200 }).nullish() };
const version = z.int().min(1).max(1_000_000_000);

/** Staff may override rules with a reason. */
const passing = (ctx: Ctx, override: boolean | undefined, reason: string | null | undefined) => {
  if (ctx.kind !== 'staff' || override !== true) return {};
  if (!reason) return failFields({ reason: { code: 'REQUIRED' } });
  return { overridden: true, overrideReason: reason };
};

/** Routes of `/utility-booking` beside the standard ones. */
export const writingCalls = (behaviour: Behaviour): Route[] => [
  route({
    method: 'put',
    path: `${path}/:id/cancel`,
    summary: 'Cancel a booking; `amount` is what was shown to come back',
    module: code,
    flags: ['updateStatus'],
    residents: true,
    params: z.strictObject({ id: idSchema }),
    body: actionSchema(utilityBooking.actions.cancel).extend({
      version: version.optional(),
      amount: z.int().min(0).optional(),
    }),
    answer: responseSchema(utilityBooking, 'detail'),
    run: async (ctx, { params, body }) =>
      loadDetail(
        ctx,
        utilityBooking,
        await perform(ctx, { definition: utilityBooking, name: 'cancel', id: params.id, input: body }, cancel),
      ),
    again: async (ctx, { params }) => loadDetail(ctx, utilityBooking, await load(ctx, utilityBooking, params.id)),
  }),
  route({
    method: 'post',
    path,
    summary: 'Book an amenity',
    module: code,
    flags: ['write'],
    residents: true,
    creates: true,
    body: inputSchema(fields, 'create').extend({
      ...both,
      override: z.boolean().optional(),
      reason: fieldSchema(overrideReason).nullish(),
    }),
    residentBody: inputSchema(residents, 'create').extend(both),
    answer: z.union([seriesSchema, responseSchema(utilityBooking, 'detail')]),
    run: async (ctx, { body }) => {
      const { override, reason, holdId, rrule, ...values } = body;
      const booker = ctx.kind === 'resident' ? { unitId: ctx.unitId, residentId: ctx.residentId } : {};
      const booking = { ...values, ...booker, ...passing(ctx, override, reason) };
      if (rrule) return createSeries(ctx, booking, rrule, behaviour);
      return retryOnConflict(() => create(ctx, utilityBooking, booking, behaviour)).catch(async error => {
        await countRefused(ctx, booking, error);
        const gone = error instanceof Refusal && error.code === 'LIMIT_PER_SLOT';
        if (gone && holdId && !(await lasts(ctx, holdId))) fail('HOLD_EXPIRED', error.data);
        throw error;
      });
    },
  }),
];

/** `PUT /utility-booking/:id`, mounted after the routes with a word in the place of the id. */
export const editCall = (behaviour: Behaviour): Route =>
  route({
    method: 'put',
    path: `${path}/:id`,
    summary: 'Edit a booking; residents add pictures of their payment',
    module: code,
    flags: ['write'],
    residents: true,
    params: z.strictObject({ id: idSchema }),
    body: inputSchema(fields, 'update').extend({ version }),
    answer: responseSchema(utilityBooking, 'detail'),
    async run(ctx, { params, body }) {
      const { version: based, ...values } = body;
      const doc = await load(ctx, utilityBooking, params.id);
      const other = Object.keys(values).find(name => name !== 'paymentImages');
      if (ctx.kind === 'resident' && other) failFields({ [other]: { code: 'UNKNOWN_FIELD' } });
      return loadDetail(ctx, utilityBooking, await update(ctx, utilityBooking, doc, based, values, behaviour));
    },
  });
