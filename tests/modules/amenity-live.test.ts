import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import { expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities/amenities.ts';
import { type Heard, listen } from '../setup/server/listener.ts';
import { startBeside, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const second = await startBeside(server);
const site = await makeSite(server.url, 'Alpha');
const { ann, emil, unitId } = site;
const { act, amenityOf, book, groupOf } = amenitiesOf(site);

const earOf = async ({ token }: { token: string }, scope: object, modules: readonly string[] = [utility.code]) => {
  const live = await listen(second.url, token);
  const answer = await live.ask('subscribe', { ...scope, modules });
  expect(answer).toMatchObject({ ok: true, denied: [] });
  return live;
};
const isSlots = (of: { id: string }) => (one: Heard) =>
  one.action === 'slots' && (one.data as unknown as { utilityId: string }).utilityId === of.id;

it('every resident hears that a group or an amenity is shown no more, as residents see it', async () => {
  const live = await earOf(emil, { unitId: site.otherUnitId });
  const group = await groupOf();
  const court = await amenityOf({}, group);
  const made = await live.hear(one => one.entityId === court.id && one.action === 'create');
  expect(made).toMatchObject({ actor: { id: 'system', name: '' }, data: { name: court.name } });
  expect(made.data).not.toHaveProperty('blockOverdueDays');
  const booking = await book(court);
  await ann.put(`${utilityGroup.path}/${group.id}/deactivate`, { reason: 'Sửa chữa' });
  expect(await live.hear(one => one.entityId === group.id && one.action === 'remove')).toMatchObject({ data: null });
  await ann.put(`${utility.path}/${court.id}/hide`, { reason: 'Sửa chữa' });
  await live.hear(one => one.entityId === court.id && one.action === 'remove');
  // Changes of an amenity hidden from the listener send no event; the event of another record is awaited as a marker.
  const { version } = (await ann.get(`${utility.path}/${court.id}`)).data;
  await ann.put(`${utility.path}/${court.id}`, { version, limitPerSlot: 7 });
  const other = await groupOf();
  await live.hear(one => one.entityId === other.id);
  expect(live.events.filter(event => event.entityId === court.id && event.data?.limitPerSlot === 7)).toEqual([]);
  expect((await act(booking, 'cancel', { reason: 'Bận' })).status).toBe(200);
});

it('slots that are taken are told to all who look at them, without a name, and gathered', async () => {
  const court = await amenityOf({ limitPerSlot: 50 });
  const [resident, staff] = [
    await earOf(emil, { unitId: site.otherUnitId }),
    await earOf(ann, { projectId: site.id }, [utility.code, utilityBooking.code]),
  ];
  await book(court, hours(3));
  for (const live of [resident, staff]) {
    const told = await live.hear(isSlots(court));
    const day = dayOf(new Date(String(hours(3)[0]?.from)), VIETNAM);
    expect(told).toMatchObject({ module: 'AMENITY', entity: 'slot', data: { utilityId: court.id, days: [day] } });
    expect(told.actor).toEqual({ id: 'system', name: '' });
  }
  await Promise.all(Array.from({ length: 10 }, () => book(court, hours(4), {}, ann)));
  await book(court, hours(5));
  const day = dayOf(new Date(String(hours(5)[0]?.from)), VIETNAM);
  await resident.hear(one => isSlots(court)(one) && (one.data as unknown as { days: string[] }).days.includes(day));
  const times = resident.events.filter(isSlots(court)).map(({ at }) => Date.parse(at));
  for (const [n, at] of times.entries()) if (n > 0) expect(at - Number(times[n - 1])).toBeGreaterThan(800);
  expect(JSON.stringify(resident.events)).not.toContain(unitId);
});
