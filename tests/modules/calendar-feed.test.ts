import { icsOf } from '@lobby/server/kit/paper/ics.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { CALENDAR_FEED } from '@lobby/shared/modules/calendar-feed.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { amenitiesOf, hours } from '../setup/amenities/amenities.ts';
import type { Row } from '../setup/caller.ts';
import { change, changedAt } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { everything, makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, carl, dora, emil } = site;
const { amenityOf, book, act } = amenitiesOf(site);

interface Made extends Row {
  address: string;
}
const read = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.url + address, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
/** Entries of a calendar, read by a strict parser. */
const entriesIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map(one => ({
    event: new ICAL.Event(one),
    status: one.getFirstPropertyValue('status'),
  }));
const feedOf = async (values: object, who = ann) => {
  const made = await who.post<Made>(CALENDAR_FEED.path, values);
  if (made.status !== 201) throw new Error(made.text);
  return made.data;
};

it('ten reads are the same bytes, a strict reader takes them, what has not changed is 304', async () => {
  const court = await amenityOf({ name: 'Sân; tennis, số 1' });
  await book(court, hours(3, 2), { quantity: 1 });
  const { address, id } = await feedOf({ kind: 'AMENITY', utilityId: court.id });
  const first = await read(address);
  expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(first.headers.get('cache-control')).toBe('private, max-age=300');
  for (let n = 0; n < 9; n++) expect((await read(address)).text).toBe(first.text);
  const tag = String(first.headers.get('etag'));
  expect(await read(address, { 'If-None-Match': tag })).toMatchObject({ status: 304, text: '' });
  const [entry, ...others] = entriesIn(first.text);
  expect(others).toEqual([]);
  expect(entry?.event.summary).toBe('AA-12.08 · Sân; tennis, số 1 · 1 places');
  expect(entry?.status).toBe('CONFIRMED');
  expect(first.text.split('\r\n').every(line => Buffer.byteLength(line) <= 75)).toBe(true);
  const own = (await ann.get<Row[]>(CALENDAR_FEED.path)).data.find(one => one.id === id);
  expect(own).toMatchObject({ reads: 11, own: true });
  expect(JSON.stringify(own)).not.toContain(address.slice(14, 40));
});

it('a cancelled booking keeps its name and says so, with a higher number', async () => {
  const court = await amenityOf();
  const booking = await book(court, hours(4));
  const { address } = await feedOf({ kind: 'GROUP', groupId: court.groupId });
  const [before] = entriesIn((await read(address)).text);
  await act(booking, 'cancel', { reason: 'Mưa to' });
  const [after] = entriesIn((await read(address)).text);
  expect(after?.event.uid).toBe(before?.event.uid);
  expect(after?.status).toBe('CANCELLED');
  expect(Number(after?.event.sequence)).toBeGreaterThan(Number(before?.event.sequence));
  await changedAt(utilityBooking, booking.id, new Date(Date.now() - 31 * DAY_MS));
  expect(entriesIn((await read(address)).text)).toEqual([]);
});

it('a booking over midnight is one entry, in the hours of the building', async () => {
  const hall = await amenityOf();
  const { address } = await feedOf({ kind: 'AMENITY', utilityId: hall.id });
  const booking = await book(hall, hours(3));
  const at = (hour: number) => new Date(Date.UTC(2026, 11, 31, 15 + hour)).toISOString();
  const slots = [0, 1, 2, 3].map(hour => ({ from: at(hour), to: at(hour + 1) }));
  const span = { startAt: new Date(at(0)), endAt: new Date(at(4)) };
  await change(utilityBooking, booking.id, { slots, ...span });
  const { text } = await read(address);
  expect(text).toContain('DTSTART;TZID=Asia/Ho_Chi_Minh:20261231T220000\r\n');
  expect(text).toContain('DTEND;TZID=Asia/Ho_Chi_Minh:20270101T020000\r\n');
  expect(text).toContain('TZOFFSETTO:+0700\r\n');
  expect(entriesIn(text)).toHaveLength(1);
});

it('any text comes out as it went in', () => {
  const summary = `Sân, "lớn"; A\\B\n${'ữ'.repeat(80)}`;
  const event = { changedAt: new Date(0), sequence: 1, status: 'CONFIRMED' as const, alarm: 15, uid: 'a.1@b' };
  const times = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z') };
  const text = icsOf({ name: summary, zone: 'Europe/Berlin', events: [{ ...event, ...times, summary }] });
  const [entry] = entriesIn(text);
  expect(entry?.event.summary).toBe(summary);
  expect(text).toContain('DTEND;TZID=Europe/Berlin:20260401T020000');
  expect(text).toContain('BEGIN:DAYLIGHT\r\nDTSTART:20260329T020000');
  const many = Array.from({ length: 5000 }, (_, n) => ({ ...event, ...times, summary, uid: `${n}.1@b` }));
  const begun = performance.now();
  icsOf({ name: '', zone: 'Asia/Ho_Chi_Minh', events: many });
  expect(performance.now() - begun).toBeLessThan(1000);
});

it('a feed answers 404 once its owner may not read it, or its address was renewed or ended', async () => {
  const court = await amenityOf();
  await site.allow({ AMENITIES_ORDERS: ['read'], AMENITY: ['read'] });
  const { address, id } = await feedOf({ kind: 'AMENITY', utilityId: court.id }, carl);
  expect((await read(address)).status).toBe(200);
  expect((await ben.put(`${CALENDAR_FEED.path}/${id}/renew`)).status).toBe(404);
  const renewed = (await carl.put<Made>(`${CALENDAR_FEED.path}/${id}/renew`)).data.address;
  expect((await read(address)).status).toBe(404);
  expect((await read(renewed)).status).toBe(200);
  await site.allow({});
  expect((await read(renewed)).status).toBe(404);
  await site.allow(everything);
  expect((await read(renewed)).status).toBe(200);
  expect((await ben.delete(`${CALENDAR_FEED.path}/${id}`)).status).toBe(200);
  expect((await read(renewed)).status).toBe(404);
  expect((await read(`${renewed.slice(0, -5)}A.ics`)).status).toBe(404);
});

it("a staff feed names nobody; a household's has its bookings alone, with alarm and place", async () => {
  const court = await amenityOf({ price: 123_457 });
  await book(court, hours(5), { unitId: undefined }, dora);
  await ann.post(utilityClosure.path, { utilityIds: [court.id], reason: 'Sơn lại sân', ...hours(9)[0] });
  const staff = await read((await feedOf({ kind: 'AMENITY', utilityId: court.id })).address);
  expect(staff.text).not.toMatch(/Dora|@example|\+849|123[.,]?457/);
  expect(entriesIn(staff.text).map(({ event }) => event.summary)).toContain('Closed: Sơn lại sân');
  const own = await read((await feedOf({ kind: 'RESIDENT' }, dora)).address);
  const entry = entriesIn(own.text).find(({ event }) => event.summary === court.name);
  expect(entry?.event.component.getFirstSubcomponent('valarm')).not.toBeNull();
  const other = await read((await feedOf({ kind: 'RESIDENT' }, emil)).address);
  expect(entriesIn(other.text)).toEqual([]);
  const wrong = await dora.post(CALENDAR_FEED.path, { kind: 'AMENITY', utilityId: court.id });
  expect(wrong.error.data?.fields?.kind?.code).toBe('CHOICE_INVALID');
  expect((await dora.get(`${CALENDAR_FEED.path}?all=1`)).status).toBe(403);
});

it('one person has twenty at most, an address is read sixty times an hour at most', async () => {
  const court = await amenityOf();
  const values = { kind: 'AMENITY', utilityId: court.id };
  const made = await Promise.all(Array.from({ length: 21 }, () => ben.post<Made>(CALENDAR_FEED.path, values)));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(made.find(({ status }) => status !== 201)).toMatchObject({ status: 422, code: 'LIMIT_REACHED' });
  const { address = '' } = made.find(({ status }) => status === 201)?.data ?? {};
  const reads = await Promise.all(Array.from({ length: 61 }, () => read(address)));
  expect(reads.filter(({ status }) => status === 429)).toHaveLength(1);
  expect(reads.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
});

it('a wish that is repeated is made once, and its address is told once', async () => {
  const body = { kind: 'GROUP', groupId: (await amenityOf()).groupId };
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const [first, again] = [await ann.post(CALENDAR_FEED.path, body, key), await ann.post(CALENDAR_FEED.path, body, key)];
  expect(again).toMatchObject({ status: 201, data: { id: first.data.id, address: null } });
  expect((await ann.post(CALENDAR_FEED.path, {}, key)).status).toBe(400);
});

it('one booking is an entry of its own', async () => {
  const booking = await book(await amenityOf(), hours(6), { unitId: undefined }, dora);
  const file = await dora.file(`${utilityBooking.path}/${booking.id}/ics`);
  expect(file.status).toBe(200);
  expect(entriesIn(file.body.toString('utf8'))).toHaveLength(1);
  expect((await emil.file(`${utilityBooking.path}/${booking.id}/ics`)).status).toBe(404);
});
