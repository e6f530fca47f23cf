import { db, newId } from '@lobby/server/kit/database/database.ts';
import { collectionOf, type Stored } from '@lobby/server/kit/store/schema.ts';
import { instantAt, startOfDay, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { type Definition, filtersOf } from '@lobby/shared/kit/definition.ts';
import { TRADES } from '@lobby/shared/kit/home.ts';
import { readListState } from '@lobby/shared/kit/list-url.ts';
import { FLAGS } from '@lobby/shared/kit/permissions.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { deskOf } from '../setup/house/desk.ts';
import { change, stored } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, ben, carl, dora } = site;
const desk = deskOf(site);
/** Permissions of a service employee at the desk, who is no manager. */
const SERVICE = { HELP_DESK: FLAGS, TASK: FLAGS };

interface Waiting {
  entity: string;
  wait: string;
  as: string;
  count: number;
  at: string | null;
  query: string;
  records: { id: string; title: string; note: string; look: object | null; person: { name: string } | null }[];
}
const waitingFor = async (who = ann) => (await who.get<Waiting[]>('/waiting')).data;
interface Figures {
  trade: string;
  figures: { key: string; module: string; value: number; trend?: number[]; link?: string }[];
}
const figuresOf = async (who = ann, trade = '') =>
  (await who.get<Figures>(`/home/figures${trade && `?trade=${trade}`}`)).data;

it('names what waits for the reader, what presses most first, and nothing of which there is none', async () => {
  expect(await waitingFor()).toEqual([]);
  const { id } = await desk.open({ title: 'No water' });
  await desk.act(id, 'assign', { employeeId: ben.id });
  await ann.post(task.path, { title: 'Mend the pump', assigneeId: ben.id, dueAt: new Date(Date.now() + 60_000) });
  const mine = await waitingFor(ben);
  expect(mine.map(({ entity, wait, count }) => [entity, wait, count])).toEqual([
    [task.name, 'dueToday', 1],
    [ticket.name, 'mine', 1],
  ]);
  expect(mine[0]?.records).toMatchObject([{ title: 'Mend the pump' }]);
  const { tab, filter } = readListState(new URLSearchParams(mine[1]?.query), ticket);
  expect([tab, filter.assigneeId]).toEqual(['all', { in: ['me'] }]);
  // Nothing is Ann's, and she sees no count of what is Ben's.
  expect(await waitingFor()).toEqual([]);
  await site.allow({});
  expect(await waitingFor(carl)).toEqual([]);
});

it('names what is urgent before what has waited longer', async () => {
  await site.allow(SERVICE);
  const due = (title: string, hours: number, priority: string) =>
    ann.post(task.path, { title, priority, assigneeId: carl.id, dueAt: new Date(Date.now() + hours * 3_600_000) });
  await due('Paint the gate', 1, 'low');
  await due('Smoke in the basement', 2, 'urgent');
  const named = (await waitingFor(carl)).find(one => one.entity === task.name && one.wait === 'dueToday');
  expect(named?.records[0]?.title).toBe('Smoke in the basement');
  expect(named?.records.map(({ title }) => title)).toContain('Paint the gate');
});

it('says of each that it names how it stands and whose it is', async () => {
  await site.allow(SERVICE);
  const { id } = await desk.open({ title: 'Whose' }, dora);
  await desk.act(id, 'assign', { employeeId: carl.id });
  // The second read counts anew, shortly after the first.
  await waitingFor(carl);
  await desk.say(id, 'Is somebody coming?', {}, dora);
  const named = (await waitingFor(carl)).flatMap(({ records }) => records);
  expect(named.map(one => one.id)).toContain(id);
  for (const { look } of named) expect(look).toEqual({ tone: expect.any(String), icon: expect.any(String) });
  const { person = null, note = '' } = named.find(one => one.id === id) ?? {};
  expect(note.split(' · ')).toContain(person?.name);
});

it('names a record once, where it presses most', async () => {
  const { id } = await desk.open({ title: 'Twice' });
  const lines = (await waitingFor()).filter(one => one.entity === ticket.name);
  expect(lines.map(({ wait }) => wait)).toEqual(['unassigned']);
  await site.allow(SERVICE);
  await desk.act(id, 'assign', { employeeId: carl.id });
  await desk.say(id, 'Is somebody coming?', {}, dora);
  const named = (await waitingFor(carl)).flatMap(({ records }) => records.map(record => record.id));
  expect(named).toContain(id);
  expect(new Set(named).size).toBe(named.length);
});

it('tells a manager one line of each kind, the oldest first, and leaves guests to who stands at the desk', async () => {
  const guest = await samplesOf(site).record(visitor);
  await change(visitor, String(guest.id), {
    status: 'IN_PROGRESS',
    overstay: true,
    expectedInAt: new Date(),
    expectedOutAt: new Date(0),
  });
  const planned = async (who = ann) => (await who.get<Row[]>('/home/today')).data.map(({ id }) => id);
  expect(await planned()).not.toContain(guest.id);
  const open = await Promise.all(['One', 'Another'].map(title => desk.open({ title })));
  const lines = await waitingFor(ann);
  expect(lines.filter(line => line.entity === visitor.name && line.as === 'overdue')).toEqual([]);
  const unassigned = lines.find(line => line.entity === ticket.name && line.wait === 'unassigned');
  expect(unassigned?.count).toBeGreaterThanOrEqual(open.length);
  for (const { count, records } of lines) expect(records.length).toBe(count > 1 ? 0 : records.length);
  for (const as of new Set(lines.map(line => line.as))) {
    const times = lines.flatMap(line => (line.as === as && line.at ? [line.at] : []));
    expect(times).toEqual(times.toSorted());
  }
  await site.allow({ ACCESS_MANAGEMENT: FLAGS, PARCEL: FLAGS });
  const atDesk = (await waitingFor(carl)).find(one => one.wait === 'overstay');
  expect(atDesk?.records.map(({ id }) => id)).toContain(guest.id);
  expect(await planned(carl)).toContain(guest.id);
});

const waits = MODULES.flatMap((module: Definition) =>
  Object.entries(module.list.waits ?? {}).map(([wait, is]) => [`${module.name} ${wait}`, module, is] as const),
);

describe.each(waits)('%s', (_, definition, { where, flag = 'read', by, each }) => {
  it('can be asked of its list, by who may do something about it', () => {
    expect(Object.keys(where).filter(name => !filtersOf(definition).includes(name))).toEqual([]);
    expect(definition.flags).toContain(flag);
    // Waits that name their records one by one tell since when each waits.
    expect(Boolean(each && !by)).toBe(false);
  });
});

it('a wait is shown only to people who may act on it', async () => {
  await desk.open({ title: 'Nobody’s' });
  const waits = async () => (await waitingFor(carl)).map(({ wait }) => wait);
  await site.allow({ HELP_DESK: ['read'] });
  expect(await waits()).not.toContain('unassigned');
  await site.allow({ HELP_DESK: ['read', 'updateStatus'] });
  expect(await waits()).toContain('unassigned');
});

it('counts today’s work for each trade, and nothing of what the caller may not read', async () => {
  await samplesOf(site).record(parcel);
  const { figures } = await figuresOf(ann, 'reception');
  const received = figures.find(figure => figure.key === 'receivedToday');
  expect(received?.trend?.at(-1)).toBe(received?.value);
  const { filter } = readListState(new URLSearchParams(received?.link?.split('?')[1]), parcel);
  expect(Object.keys(filter)).toEqual(['receivedAt']);
  // Figures whose past days change later (expected guests come, residents write again) have no comparison with days before.
  const lasting = MODULES.flatMap(({ name, fields, list: { figures: own = {} } }) =>
    Object.entries(own).flatMap(([key, { day, where = {}, passing }]) => {
      const field = day ? fields[day] : undefined;
      const stays = day === 'createdAt' || (field?.readOnly && !('status' in where));
      return day && !stays && !passing ? [`${name}.${key}`] : [];
    }),
  );
  expect(lasting).toEqual(['receipt.today', 'maintenance.planned']);
  const guest = await samplesOf(site).record(visitor);
  await change(visitor, String(guest.id), { status: 'APPROVED', expectedInAt: startOfDay(today(), VIETNAM) });
  const expected = (await figuresOf(ann, 'reception')).figures.find(figure => figure.key === 'expectedToday');
  expect(expected).toMatchObject({ value: expect.any(Number) });
  expect(expected).not.toHaveProperty('trend');
  expect(expected).not.toHaveProperty('before');
  for (const trade of TRADES) for (const { value } of (await figuresOf(ann, trade)).figures) expect(value).not.toBe(0);
  await site.allow({ PARCEL: ['read'] });
  for (const trade of TRADES)
    expect((await figuresOf(carl, trade)).figures.filter(figure => figure.module !== 'PARCEL')).toEqual([]);
  expect((await figuresOf(carl)).trade).toBe('reception');
});

it('asks whoever may bring it in for what a building that begins still needs', async () => {
  const young = await makeSite(server.url, 'Beta');
  const needs = async (who = young.ann) => (await who.get<{ entity: string; done: boolean }[]>('/home/set-up')).data;
  const before = await needs();
  expect(before.map(({ entity }) => entity)).toEqual(['unit', 'resident', 'employee', 'position', 'ticket-type']);
  expect(before.filter(({ done }) => !done)).toEqual([{ entity: 'ticket-type', done: false }]);
  await young.ann.post(ticketType.path, { name: 'Lift', slaHours: 24, departmentId: young.departmentId });
  expect((await needs()).filter(({ done }) => !done)).toEqual([]);
  await young.allow({ MEMBER: ['read', 'write'], UNIT: ['read'] });
  expect(await needs(young.carl)).toEqual([{ entity: 'resident', done: true }]);
});

it('holds the day’s calendar, each trade its own', async () => {
  expect((await ann.get<Row[]>('/home/today')).status).toBe(200);
  const { id } = await samplesOf(site).record(utilityBooking);
  const day = today();
  await change(utilityBooking, String(id), { status: 'APPROVED', startAt: startOfDay(day, VIETNAM) });
  const bookings = async () => (await carl.get<{ id: string }[]>('/home/today')).data.map(one => one.id);
  await site.allow({ AMENITIES_ORDERS: ['read'] });
  expect(await bookings()).toEqual([id]);
  // A coming booking is among them, however many there were in the morning.
  const samples = samplesOf(site);
  const startAt = instantAt(day, 24 * 60 - 1, VIETNAM);
  const later = String((await samples.record(utilityBooking)).id);
  await change(utilityBooking, later, { status: 'APPROVED', startAt });
  const { _id: _own, ...one } = await stored(utilityBooking, String(id));
  const early = Array.from({ length: 20 }, (_, n) => ({ ...one, _id: newId(), code: `E${n}` }));
  await db().collection<Stored>(collectionOf(utilityBooking)).insertMany(early);
  const shown = await bookings();
  expect([shown.length, shown.at(-1)]).toEqual([20, later]);
  await change(utilityBooking, later, { status: 'CANCELLED' });
  await db().collection<Stored>(collectionOf(utilityBooking)).deleteMany({ code: /^E/ });
  // Bookings are not shown to people who work with money.
  await site.allow({ AMENITIES_ORDERS: ['read'], BILL: ['read'], BANK_STATEMENT: ['read'], FEE_NOTICE: ['read'] });
  expect((await figuresOf(carl)).trade).toBe('accountant');
  expect(await bookings()).toEqual([]);
  await site.allow({});
  expect((await carl.get<Row[]>('/home/today')).data).toEqual([]);
});
