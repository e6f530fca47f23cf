import { addDays, startOfDay } from '@lobby/shared/kit/dates.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { availabilityOf, downtime } from '@lobby/shared/modules/downtime.ts';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import type { BehaviourOf } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import { serves } from '../../platform/server-module.ts';
import { todayOf } from '../repair/index.ts';

const REQUIRED = { code: 'REQUIRED' } as const;
const MOST = 5000;

/** A downtime is of one machine or one thing, and none of it is to come. */
const behaviour: BehaviourOf<typeof downtime> = {
  async check(ctx, { kind, values, doc }) {
    if (kind === 'remove' || kind === 'restore') return values;
    const whole = { ...doc, ...values };
    if (!whole.deviceId && !whole.assetId) failFields({ deviceId: REQUIRED, assetId: REQUIRED });
    if (whole.deviceId && whole.assetId) failFields({ assetId: { code: 'INVALID' } });
    for (const name of ['from', 'to'] as const)
      if (whole[name] && new Date(whole[name]) > ctx.now) failFields({ [name]: { code: 'DATE_IN_FUTURE' } });
    return values;
  },
};

export const servedDowntimes = serves(downtime, behaviour);

const day = fieldSchema({ kind: 'date', required: true }).pipe(z.string()).optional();
const YEAR_DAYS = 365;

/** `GET /device/:id/availability`: how much of some days a machine worked. */
export const availabilityRoute: Route = route({
  method: 'get',
  path: `${device.path}/:id/availability`,
  summary: 'How much of some days, else of the last year, a machine worked, and how long repairs took',
  module: device.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ from: day, to: day }),
  answer: z.object({
    minutes: z.number(),
    minutesDown: z.number(),
    availability: z.number(),
    minutesPlanned: z.number(),
    breakdowns: z.int(),
    mtbf: z.number().nullable(),
    mttr: z.number().nullable(),
  }),
  async run(ctx, { params, query }) {
    const to = query.to ?? todayOf(ctx);
    const from = query.from ?? addDays(to, -YEAR_DAYS);
    if (to < from) failFields({ to: { code: 'DATES_REVERSED' } });
    const machine = await load(ctx, device, params.id);
    const { timeZone } = ctx.project;
    const [begins, ends] = [startOfDay(from, timeZone), startOfDay(addDays(to, 1), timeZone)];
    const until = ends > ctx.now ? ctx.now : ends;
    const spans = await records(downtime).find(
      ctx,
      { deviceId: machine._id, from: { $lt: until }, $or: [{ to: null }, { to: { $gt: begins } }] },
      { limit: MOST },
    );
    return availabilityOf(
      spans.map(one => ({ from: one.from.getTime(), to: one.to?.getTime() ?? null, reason: one.reason })),
      begins.getTime(),
      Math.max(until.getTime(), begins.getTime()),
    );
  },
});
