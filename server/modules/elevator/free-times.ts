import { dayOf, MINUTE_MS, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { freeElevatorTimes } from '@lobby/shared/modules/elevator.contract.ts';
import { elevator } from '@lobby/shared/modules/elevator.ts';
import { freeOn } from '@lobby/shared/modules/elevator-time.ts';
import { route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { firstFree, loadOccupancy } from './occupancy.ts';

/** Residents' moves begin at multiples of the elevator's slot. */
const inSteps = (midnight: number, step: number) => ({
  begin: (at: number) => midnight + Math.ceil((at - midnight) / step) * step,
});

/** `GET /elevator/:id/free`: free times for a move on a day, without names. */
export const freeRoute = route(freeElevatorTimes, {
  flags: ['read'],
  residents: true,
  async run(ctx, { params, query }) {
    const lift = await load(ctx, elevator, params.id);
    if (!lift.active) return [];
    const { timeZone } = ctx.project;
    const date = query.date ?? dayOf(ctx.now, timeZone);
    const midnight = startOfDay(date, timeZone).getTime();
    const there = await loadOccupancy(ctx, lift._id, {
      from: midnight,
      to: startOfDay(nextDay(date), timeZone).getTime(),
    });
    const minutes = query.minutes ?? lift.minMinutes;
    const steps = ctx.kind === 'resident' && inSteps(midnight, Number(lift.slotMinutes) * MINUTE_MS);
    const free = freeOn(lift, date, minutes, { ...there, ...steps, after: firstFree(ctx.now) });
    return free.map(({ from, to, left }) => ({
      start: new Date(from).toISOString(),
      end: new Date(to).toISOString(),
      left,
    }));
  },
});
