import { addDays, addMonths, monthOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import { deviceAvailability } from '@lobby/shared/modules/device.contract.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { availabilityOf, downMonths, downtime } from '@lobby/shared/modules/downtime.ts';
import { systemDowntime } from '@lobby/shared/modules/technical-system.contract.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import type { BehaviourOf } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';
import { serves } from '../../../platform/server-module.ts';

const REQUIRED = { code: 'REQUIRED' } as const;
const MOST = 5000;

/** Requires exactly one device or asset, and times in the past. */
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

const YEAR_DAYS = 365;
const MONTHS = 12;

const spanOf = (stop: { from: Date; to: Date | null; reason: string }) => ({
  from: stop.from.getTime(),
  to: stop.to?.getTime() ?? null,
  reason: stop.reason,
});

/** `GET /technical-system/:id/downtime`: availability of a system's devices over the last year. */
export const systemDowntimeRoute: Route = route(systemDowntime, {
  flags: ['read'],
  async run(ctx, { params }) {
    const { _id: systemId } = await load(ctx, technicalSystem, params.id);
    const machines = await records(device).find(ctx, { systemId }, { sort: { code: 1 }, only: ['code'] });
    const begins = startOfDay(addDays(todayOf(ctx), -YEAR_DAYS), ctx.project.timeZone);
    const stops = await records(downtime).find(
      ctx,
      { deviceId: { $in: machines.map(({ _id }) => _id) }, $or: [{ to: null }, { to: { $gt: begins } }] },
      { limit: MOST },
    );
    const spans = Map.groupBy(stops, ({ deviceId }) => deviceId);
    return machines.map(({ _id }) => {
      const stopSpans = (spans.get(_id) ?? []).map(spanOf);
      const { availability, minutesDown, minutesPlanned, breakdowns } = availabilityOf(
        stopSpans,
        begins.getTime(),
        ctx.now.getTime(),
      );
      return { deviceId: _id, availability, minutesDown, minutesPlanned, breakdowns };
    });
  },
});

/** `GET /device/:id/availability`: availability of a device within a range of days. */
export const availabilityRoute: Route = route(deviceAvailability, {
  flags: ['read'],
  async run(ctx, { params, query }) {
    const to = query.to ?? todayOf(ctx);
    const from = query.from ?? addDays(to, -YEAR_DAYS);
    if (to < from) failFields({ to: { code: 'DATES_REVERSED' } });
    const machine = await load(ctx, device, params.id);
    const { timeZone } = ctx.project;
    const [begins, ends] = [startOfDay(from, timeZone), startOfDay(addDays(to, 1), timeZone)];
    const until = ends > ctx.now ? ctx.now : ends;
    const beginsOn = (month: string) => startOfDay(`${month}-01`, timeZone).getTime();
    const months = Array.from({ length: MONTHS }, (_, n) => {
      const month = addMonths(monthOf(to), n + 1 - MONTHS);
      const [from, next] = [beginsOn(month), beginsOn(addMonths(month, 1))];
      return { month, from, to: Math.max(from, Math.min(next, until.getTime())) };
    });
    const since = new Date(Math.min(begins.getTime(), months[0]?.from ?? begins.getTime()));
    const stops = await records(downtime).find(
      ctx,
      { deviceId: machine._id, from: { $lt: until }, $or: [{ to: null }, { to: { $gt: since } }] },
      { limit: MOST },
    );
    const spans = stops.map(spanOf);
    const end = Math.max(until.getTime(), begins.getTime());
    return { ...availabilityOf(spans, begins.getTime(), end), months: downMonths(spans, months) };
  },
});
