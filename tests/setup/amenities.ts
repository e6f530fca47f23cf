import { utility, utilityGroup, WEEKDAYS } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Caller, Row } from './caller.ts';
import type { Site } from './world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** So many slots of an hour, from 9:00 in Vietnam some days from now. */
export const hours = (days: number, count = 1, from = 0) =>
  Array.from({ length: count }, (_, at) => {
    const startAt = (Math.floor(Date.now() / DAY) + days) * DAY + (2 + from + at) * HOUR;
    return { startAt: new Date(startAt).toISOString(), endAt: new Date(startAt + HOUR).toISOString() };
  });

/** Makes amenities of a project and books them. */
export function amenitiesOf({ ann, unitId }: Site) {
  let n = 0;
  const make = async (at: string, values: object, who: Caller = ann): Promise<Row> => {
    const made = await who.post(at, values);
    if (made.status !== 201) throw new Error(made.text);
    return made.data;
  };
  const groupOf = (capacity?: number) =>
    make(utilityGroup.path, { name: `Group ${++n}`, code: `G${n}`, order: n, ...(capacity && { capacity }) });
  /** What an amenity is asked to be: it serves day and night, in slots of an hour. */
  const draft = (group: Row, values: object = {}) => ({
    ...{ name: `Amenity ${++n}`, code: `A${n}`, order: n, icon: 'COURT', approval: false },
    serveTimes: WEEKDAYS.map(weekday => ({ weekday, hours: '00:00-24:00' })),
    groupId: group.id,
    ...values,
  });
  const amenityOf = async (values: object = {}, group?: Row) =>
    make(utility.path, draft(group ?? (await groupOf()), values));
  const ask = (amenity: Row, slots = hours(3), values: object = {}) => ({
    ...{ unitId, utilityId: amenity.id, slots },
    ...values,
  });
  return {
    make,
    groupOf,
    draft,
    amenityOf,
    ask,
    book: (amenity: Row, slots = hours(3), values: object = {}, who: Caller = ann) =>
      make(utilityBooking.path, ask(amenity, slots, values), who),
    /** The code by which a booking is refused. */
    refusal: async (values: object, who: Caller = ann) => (await who.post(utilityBooking.path, values)).code,
    act: ({ id }: Row, name: string, input: object = {}, who: Caller = ann) =>
      who.put(`${utilityBooking.path}/${id}/${name}`, input),
  };
}
