import { dayOf, MINUTE_MS, nextDay, startOfDay, weekdayOf } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { minutesAt } from '@lobby/shared/modules/utility-terms.ts';
import { events } from '../../kit/store/events.ts';
import { type Amenity, type Closed, type Frame, hoursOn } from '../utility/index.ts';

const HOURS = 24;

/** Minutes by weekday (0 is Sunday) and hour. */
export type Heat = number[][];
export const noHeat = (): Heat => Array.from({ length: 7 }, () => Array.from({ length: HOURS }, () => 0));
export const sumOf = (heat: Heat): number => heat.flat().reduce((sum, minutes) => sum + minutes, 0);
export function add(to: Heat, of: Heat): void {
  for (const [day, hours] of of.entries()) {
    const ofDay = to[day];
    if (ofDay) for (const [hour, minutes] of hours.entries()) ofDay[hour] = (ofDay[hour] ?? 0) + minutes;
  }
}

/** Adds a time to the hours that it covers, multiplied by the weight; `begin` is the start of its day, `weekday` the weekday of that day. */
export function spread(heat: Heat, { from, to }: Frame, begin: Date, weekday: number, weight: number): void {
  const minutesTo = (time: Date) => (time.getTime() - begin.getTime()) / MINUTE_MS;
  const end = minutesTo(to);
  let at = minutesTo(from);
  while (at < end) {
    const next = Math.min(end, (Math.floor(at / 60) + 1) * 60);
    const [day, hour] = [
      (((weekday + Math.floor(at / 1440)) % 7) + 7) % 7,
      ((Math.floor(at / 60) % HOURS) + HOURS) % HOURS,
    ];
    const hours = heat[day];
    if (hours) hours[hour] = (hours[hour] ?? 0) + (next - at) * weight;
    at = next;
  }
}

/** Subtracts times from a time. */
function without(time: Frame, others: readonly Frame[]): Frame[] {
  return others.reduce<Frame[]>(
    (left, { from, to }) =>
      left.flatMap(span => {
        if (from >= span.to || to <= span.from) return [span];
        return [
          ...(from > span.from ? [{ from: span.from, to: from }] : []),
          ...(to < span.to ? [{ from: to, to: span.to }] : []),
        ];
      }),
    [time],
  );
}

/** Earlier values of amenities from their change events, newest change first. */
export async function loadPast(
  projectId: string,
  since: Date,
): Promise<Map<string, { at: Date; before: Partial<Amenity> }[]>> {
  const rows = await events()
    .find({ projectId, entity: utility.name, module: utility.code, at: { $gt: since } })
    .project<{ entityId: string; at: Date; before: Partial<Amenity> | null }>({ entityId: 1, at: 1, before: 1 })
    .sort({ at: -1 })
    .limit(5000)
    .maxTimeMS(5000)
    .toArray();
  const changes = rows.flatMap(({ entityId, at, before }) =>
    before && ['serveTime', 'timeStep', 'limitPerSlot'].some(name => name in before) ? [{ entityId, at, before }] : [],
  );
  return Map.groupBy(changes, ({ entityId }) => entityId);
}

/** The amenity as it was at the end of a day. */
function standing(amenity: Amenity, changes: readonly { at: Date; before: Partial<Amenity> }[], until: Date): Amenity {
  const later = changes.filter(({ at }) => at >= until).map(({ before }) => before);
  return Object.assign({}, amenity, ...later);
}

interface Open {
  from: string;
  to: string;
  timeZone: string;
  closed: readonly Closed[];
  changes: readonly { at: Date; before: Partial<Amenity> }[];
}

/** Bookable minutes between two days times places, without closures. */
export function openOf(amenity: Amenity, { from, to, timeZone, closed, changes }: Open): Heat {
  const heat = noHeat();
  const shut = closed.filter(closure => closure.utilityIds.includes(amenity._id));
  // Days before the amenity was created are not bookable.
  const since = dayOf(amenity.createdAt, timeZone);
  for (let day = from > since ? from : since; day <= to; day = nextDay(day)) {
    const [begin, end] = [startOfDay(day, timeZone), startOfDay(nextDay(day), timeZone)];
    const then = changes.length > 0 ? standing(amenity, changes, end) : amenity;
    const weekday = weekdayOf(day);
    for (const line of hoursOn(then, day)) {
      const [first, last] = [minutesAt(line.from), minutesAt(line.to)];
      const length = then.type === 'SLOT_TIME' ? Number(then.timeStep) : last - first;
      const at = (minutes: number) => new Date(begin.getTime() + minutes * MINUTE_MS);
      const time = { from: at(first), to: at(first + Math.floor((last - first) / length) * length) };
      for (const left of without(time, shut)) spread(heat, left, begin, weekday, then.limitPerSlot);
    }
  }
  return heat;
}
