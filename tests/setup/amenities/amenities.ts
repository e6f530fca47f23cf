import { HOUR_MS, startOfDay, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import { WEEKDAYS } from '@lobby/shared/modules/utility-terms.ts';
import type { Caller, Row } from '../caller.ts';
import { formOf, png } from '../contract/samples.ts';
import { inDays } from '../time/days.ts';
import type { Site } from '../world.ts';

/** Slots of an hour, from 9:00 in Vietnam, some days from now. */
export const hours = (days: number, count = 1, from = 0) =>
  Array.from({ length: count }, (_, at) => {
    const begin = startOfDay(inDays(days), VIETNAM).getTime() + (9 + from + at) * HOUR_MS;
    return { from: new Date(begin).toISOString(), to: new Date(begin + HOUR_MS).toISOString() };
  });

/** Books all free places of slots for a unit, so that others have to wait. */
export async function fillSlots({ ann }: Site, { utilityId, slots }: Record<string, unknown>, unitId: string) {
  const { limitPerSlot } = (await ann.get<Row>(`${utility.path}/${utilityId}`)).data;
  const values = { utilityId, slots, quantity: limitPerSlot, unitId, rulesAgreed: true };
  const made = await ann.post(utilityBooking.path, values);
  if (made.status !== 201) throw new Error(made.text);
}

/** Creates and books amenities of a project. */
export function amenitiesOf({ ann, unitId }: Site) {
  let n = 0;
  const make = async (at: string, values: object, who: Caller = ann): Promise<Row> => {
    const made = await who.post(at, values);
    if (made.status !== 201) throw new Error(made.text);
    return made.data;
  };
  const groupOf = () => make(utilityGroup.path, { name: `Group ${++n}`, code: `G${n}` });
  const photo = async () => {
    const { data } = await ann.post<Row[]>('/upload', formOf([{ name: 'a.png', body: await png() }]));
    return String(data[0]?.id);
  };
  /** Draft of an amenity: open around the clock, in slots of an hour. */
  const draft = async (group: Row, values: object = {}) => ({
    name: `Amenity ${++n}`,
    code: `A${n}`,
    icon: 'tennis',
    type: 'SLOT_TIME',
    approval: 'AUTO',
    limitPerUsage: 48,
    ...('price' in values && { priceType: 'PRICE' }),
    serveTime: WEEKDAYS.map(weekday => ({ weekday, from: '00:00', to: '24:00' })),
    photos: [await photo()],
    groupId: group.id,
    ...values,
  });
  const amenityOf = async (values: object = {}, group?: Row) =>
    make(utility.path, await draft(group ?? (await groupOf()), values));
  const ask = (amenity: Row, slots = hours(3), values: object = {}) => ({
    unitId,
    utilityId: amenity.id,
    slots,
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
    /** Code with which a booking is refused. */
    refusal: async (values: object, who: Caller = ann) => (await who.post(utilityBooking.path, values)).code,
    act: ({ id }: Row, name: string, input: object = {}, who: Caller = ann) =>
      who.put(`${utilityBooking.path}/${id}/${name}`, input),
  };
}
