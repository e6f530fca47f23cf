import { bill } from '@lobby/shared/modules/bill.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { serviceLevel } from '@lobby/shared/modules/service-level.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { booksAt } from '../setup/money/books.ts';
import { change, countOf, makeRecord } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { inDays, today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, emil, unitId } = site;

interface Card {
  key: string;
  module: string;
  count: number;
  state: string;
  text: string;
  url: string;
}
const home = async (who = dora) =>
  (await who.get<{ unit: { id: string; code: string }; owed: number; cards: Card[]; told: Row[] }>('/resident/home'))
    .data;
const card = async (key: string, who = dora) => (await home(who)).cards.find(one => one.key === key);

it('answers all that the first page shows, of the own unit alone', async () => {
  const { unit, owed, cards } = await home();
  expect([unit.id, owed]).toEqual([unitId, 0]);
  for (const one of cards)
    expect(one, one.key).toMatchObject({ text: expect.stringMatching(/\S/), url: `/${one.key}` });
  await dora.post(ticket.path, { title: 'The tap', content: 'It drips all night' });
  expect(await card('requests')).toMatchObject({ module: 'HELP_DESK', count: 1, state: 'waits' });
  expect(await card('requests', emil)).toMatchObject({ count: 0, state: 'quiet' });
  expect((await ann.get('/resident/home')).status).toBe(403);
});

it('tells what is owed by month, the newest first, and what comes today', async () => {
  const { make, priced } = await booksAt(site);
  const own = await priced({ unitName: 'm2' });
  for (const [month, amount] of [
    ['2026-09', 50_000],
    ['2026-10', 70_000],
  ] as const) {
    const { id } = await make(bill.path, { unitId, serviceId: own.id, month, amount, dueDate: `${month}-28` });
    await change(bill, String(id), { status: 'ACTIVE', publication: 'PUBLISHED' });
  }
  const guest = { name: 'Aunt Ba', unitId, expectedInAt: new Date(`${today()}T15:30:00+07:00`), companions: 1 };
  await ann.post(visitor.path, guest);
  await makeRecord(site.id, parcel, { unitId, carrier: 'Shopee', shelf: 'A2' });
  const { data } = await dora.get<{ owed: number; owes: Row[]; today: Row[] }>('/resident/home');
  expect(data.owes).toMatchObject([
    { month: '2026-10', left: 70_000, dueDate: '2026-10-28' },
    { month: '2026-09', left: 50_000 },
  ]);
  expect(data.owed).toBe(120_000);
  expect(data.today).toMatchObject([
    { kind: 'parcel', name: 'Shopee', detail: 'A2' },
    { kind: 'guest', name: 'Aunt Ba', count: 2 },
  ]);
  expect((await emil.get<{ today: Row[]; owes: Row[] }>('/resident/home')).data).toMatchObject({ today: [], owes: [] });
});

it('says how soon a request is answered, by what is promised to its type, else to all', async () => {
  const promise = async (typeId?: unknown) =>
    (await dora.get<{ minutes: number | null }>(`/resident/answer-promise${typeId ? `?typeId=${typeId}` : ''}`)).data;
  expect(await promise()).toEqual({ minutes: null });
  const { data: type } = await ann.post(ticketType.path, { name: 'Water', slaHours: 24 });
  await ann.post(serviceLevel.path, { name: 'All', firstAnswerMinutes: 120 });
  await ann.post(serviceLevel.path, { name: 'Water', typeId: type.id, firstAnswerMinutes: 30 });
  expect([await promise(), await promise(type.id)]).toEqual([{ minutes: 120 }, { minutes: 30 }]);
  expect((await ann.get('/resident/answer-promise')).status).toBe(403);
});

it('counts what was said to the household and not read', async () => {
  const { data } = await ann.post('/rooms/create', { unitId, content: 'Your parcel came' });
  expect((await card('chat'))?.count).toBe(1);
  await dora.put(`/rooms/${data.id}/messages/readall`);
  expect((await card('chat'))?.count).toBe(0);
});

it('shows the household by name, and own phone and e-mail masked', async () => {
  const { data } = await dora.get<{ phone: string; email: string; household: Row[] }>('/resident/profile');
  expect(data.phone).toMatch(/\*/);
  expect(data.email).toMatch(/\*/);
  expect(data.household).toEqual([{ id: dora.id, name: 'Dora', role: 'HOUSEHOLDER' }]);
});

it('asks the management to erase one’s data, once while it is not answered', async () => {
  const before = await countOf(ticket, site.id);
  const [first, second] = [await dora.post('/resident/erase-me', {}), await dora.post('/resident/erase-me', {})];
  expect([first.status, second.status, second.data.code]).toEqual([201, 201, first.data.code]);
  expect(await countOf(ticket, site.id)).toBe(before + 1);
  expect((await dora.get(`${ticket.path}/${first.data.id}`)).data.title).toBe('Erase my data');
  expect((await dora.get('/resident/profile')).status).toBe(200);
});

it('shows the handing over that is to come to whose home it is', async () => {
  const next = async (who = dora) => (await who.get<{ handover: Row | null }>('/resident/home')).data.handover;
  expect(await next()).toBeNull();
  const row = await makeRecord(site.id, handoverUnit, { unitId, dueTo: inDays(20) }, { invitedAt: new Date() });
  expect(await next()).toMatchObject({ status: 'NOT_SCHEDULED', at: null, until: inDays(20) });
  const scheduledAt = new Date(`${inDays(4)}T09:00:00+07:00`);
  const visit = { unitId, handoverId: row._id, status: 'PENDING_EXECUTION', scheduledAt };
  await makeRecord(site.id, handoverSchedule, { meetingPoint: 'The lobby' }, visit);
  expect(await next()).toMatchObject({ at: scheduledAt.toISOString(), place: 'The lobby', confirmed: false });
  expect(await next(emil)).toBeNull();
});
