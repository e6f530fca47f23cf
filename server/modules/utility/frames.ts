import { dayOf, instantAt, weekdayOf } from '@lobby/shared/kit/dates.ts';
import type { utility } from '@lobby/shared/modules/utility.ts';
import { minutesAt } from '@lobby/shared/modules/utility-terms.ts';
import type { Doc } from '../../kit/store/records.ts';

export type Amenity = Doc<typeof utility>;

/** A bookable period; the end is exclusive. */
export interface Frame {
  from: Date;
  to: Date;
}

/** Opening hours of an amenity on a day. */
export const hoursOn = ({ serveTime }: Pick<Amenity, 'serveTime'>, day: string): { from: string; to: string }[] => {
  const weekday = String(weekdayOf(day));
  return serveTime
    .filter(hours => hours.weekday === weekday)
    .map(({ from, to }) => ({ from, to }))
    .sort((a, b) => minutesAt(a.from) - minutesAt(b.from));
};

/** Bookable frames of an amenity on a day: its opening hours, whole or cut into slots. A frame belongs to the day on which it begins. */
export function framesOn(
  amenity: Pick<Amenity, 'type' | 'timeStep' | 'serveTime'>,
  day: string,
  timeZone: string,
): Frame[] {
  const { type, timeStep } = amenity;
  if (type === 'NO_RESERVATION') return [];
  const at = (minutes: number) => instantAt(day, minutes, timeZone);
  return hoursOn(amenity, day).flatMap(line => {
    const [from, to] = [minutesAt(line.from), minutesAt(line.to)];
    const length = type === 'SLOT_TIME' ? Number(timeStep) : to - from;
    return Array.from({ length: Math.floor((to - from) / length) }, (_, n) => ({
      from: at(from + n * length),
      to: at(from + (n + 1) * length),
    }));
  });
}

/** Whether a period is a frame of an amenity. */
export function isFrame(amenity: Amenity, { from, to }: Frame, timeZone: string): boolean {
  return framesOn(amenity, dayOf(from, timeZone), timeZone).some(
    frame => frame.from.getTime() === from.getTime() && frame.to.getTime() === to.getTime(),
  );
}
