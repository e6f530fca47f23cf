import { dayOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import { readHours } from '@lobby/shared/kit/hours.ts';
import type { Utility } from '@lobby/shared/modules/utility.ts';
import type { Stored } from '../../kit/store/schema.ts';

/** An amenity as it is stored. */
export type Amenity = Omit<Utility, 'id'> & Stored;

/** A time that may be booked as a whole. */
export interface Frame {
  startAt: Date;
  endAt: Date;
}

/** Whether an amenity is closed on a day of its own. */
export const isClosed = ({ blackouts }: Pick<Amenity, 'blackouts'>, day: string): boolean =>
  blackouts.some(({ from, to }) => from <= day && day <= to);

/** What may be booked of an amenity on a day: each of its frames as it stands, or cut into slots. */
export function framesOn(
  amenity: Pick<Amenity, 'type' | 'step' | 'serveTimes' | 'blackouts'>,
  day: string,
  timeZone: string,
): Frame[] {
  const { type, step, serveTimes } = amenity;
  if (type === 'NO_RESERVATION' || isClosed(amenity, day)) return [];
  const weekday = String(new Date(`${day}T00:00:00Z`).getUTCDay());
  const midnight = startOfDay(day, timeZone).getTime();
  const at = (minutes: number) => new Date(midnight + minutes * 60_000);
  return serveTimes
    .filter(one => one.weekday === weekday)
    .flatMap(({ hours }) => readHours(hours) ?? [])
    .sort((a, b) => a.from - b.from)
    .flatMap(({ from, to }) => {
      const length = type === 'SLOT_TIME' ? Number(step) : to - from;
      return Array.from({ length: Math.floor((to - from) / length) }, (_, n) => ({
        startAt: at(from + n * length),
        endAt: at(from + (n + 1) * length),
      }));
    });
}

/** Whether a time is one of the frames of an amenity. */
export function isFrame(amenity: Amenity, { startAt, endAt }: Frame, timeZone: string): boolean {
  return framesOn(amenity, dayOf(startAt, timeZone), timeZone).some(
    one => one.startAt.getTime() === startAt.getTime() && one.endAt.getTime() === endAt.getTime(),
  );
}
