import { watchJob } from '@lobby/server/modules/visitor/watch/entries.ts';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { watchEntry } from '@lobby/shared/modules/watchlist.ts';
import { expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { change, rowsIn } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { inDays } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, dora, unitId, otherUnitId } = site;

let phones = 12_345_000;
const nextPhone = () => `09${++phones}`;

const make = (path: string, values: object, who: Caller = ann) => who.create(path, values);
const enter = (values: object) =>
  make(watchEntry.path, { name: 'Somebody', reason: 'Fought in the lobby', validTo: inDays(100), ...values });
const comes = (values: object, who: Caller = ann) =>
  make(visitor.path, { name: 'Guest', ...(who === ann && { unitId }), ...values }, who);
const letIn = ({ id }: Row, input: object = {}, who: Caller = ann) =>
  who.put(`${visitor.path}/${id}/in-progress`, input);
const seen = async ({ id }: Row) => (await ann.get(`${visitor.path}/${id}`)).data;

it('meets somebody by phone, whatever they are called, and tells residents nothing', async () => {
  const phone = nextPhone();
  await enter({ level: 'REFUSE', phone });
  const visit = await comes({ phone: `+84 ${phone.slice(1, 4)} ${phone.slice(4)}` });
  expect(visit.watched).toBe(true);
  const own = await comes({ name: 'Mine', phone }, dora);
  expect(own).not.toHaveProperty('watched');
  expect((await seen(own)).watched).toBe(true);
  expect((await comes({ name: 'Somebody', phone: nextPhone() })).watched).toBe(false);
});

it('lets in who is to be refused for a reason alone, by whoever may approve', async () => {
  const phone = nextPhone();
  const entry = await enter({ level: 'REFUSE', phone });
  const visit = await comes({ phone });
  const refused = await letIn(visit);
  expect([refused.status, refused.code]).toEqual([422, 'WATCHED_VISITOR']);
  expect(refused.error.data).toMatchObject({ level: 'REFUSE', until: entry.validTo, entryId: entry.id });
  const short = await letIn(visit, { override: true, reason: 'known' });
  expect([short.status, short.error.data?.fields?.reason?.code]).toEqual([422, 'TOO_SHORT']);
  await site.allow({ ACCESS_MANAGEMENT: ['read', 'write', 'updateStatus'] });
  const other = await letIn(visit, { override: true, reason: 'The manager knows of it' }, site.carl);
  expect([other.status, other.code]).toEqual([422, 'WATCHED_VISITOR']);
  // Reason and entry are visible only with read permission for the list.
  expect(other.error.data).not.toHaveProperty('entryId');
  const done = await letIn(visit, { override: true, reason: 'The manager knows of it' });
  expect(done.data).toMatchObject({ status: 'IN_PROGRESS', overrideReason: 'The manager knows of it' });
});

it('warns, counts who was let in all the same, and tells of it once', async () => {
  const phone = nextPhone();
  const entry = await enter({ phone });
  const visit = await comes({ phone });
  expect((await letIn(visit)).code).toBe('WATCHED_VISITOR');
  expect((await letIn(visit, { override: true })).status).toBe(200);
  expect((await ann.get(`${watchEntry.path}/${entry.id}`)).data).toMatchObject({ matchCount: 1 });
  expect(await rowsIn('notifications').countDocuments({ kind: 'WATCHED_LET_IN', 'subject.id': entry.id })).toBe(1);
});

it('keeps an entry that was made without a network, and says so', async () => {
  const phone = nextPhone();
  const visit = await comes({ phone });
  const entry = await enter({ level: 'REFUSE', phone });
  const done = await letIn(visit, { offline: true, at: new Date().toISOString() });
  expect(done.data).toMatchObject({ status: 'IN_PROGRESS', overriddenOffline: true });
  expect((await ann.get(`${watchEntry.path}/${entry.id}`)).data.matchCount).toBe(1);
});

it('asks before a resident’s guest is approved', async () => {
  const phone = nextPhone();
  await enter({ phone });
  const visit = await comes({ phone }, dora);
  const approve = (input: object) => ann.put(`${visitor.path}/${visit.id}/approve`, input);
  expect((await approve({})).code).toBe('WATCHED_VISITOR');
  expect((await approve({ override: true })).data.status).toBe('APPROVED');
});

it('knows a plate in any writing, of visits and of vehicles', async () => {
  await enter({ plate: '30E-123.45' });
  expect((await comes({ plate: '30e12345' })).watched).toBe(true);
  const car = { plate: '30E 123 45', type: 'CAR', color: 'White', unitId };
  expect((await make(vehicle.path, car)).watched).toBe(true);
});

it('an entry of one unit matches visits to that unit alone', async () => {
  const phone = nextPhone();
  await enter({ phone, unitId });
  expect((await comes({ phone, unitId: otherUnitId })).watched).toBe(false);
  expect((await comes({ phone })).watched).toBe(true);
});

it('is held against who is expected when it is made, changed and ended', async () => {
  const [phone, other] = [nextPhone(), nextPhone()];
  const visit = await comes({ phone });
  const entry = await enter({ phone });
  expect((await seen(visit)).watched).toBe(true);
  const changed = await ann.put(`${watchEntry.path}/${entry.id}`, { version: entry.version, phone: other });
  expect(changed.status).toBe(200);
  expect((await seen(visit)).watched).toBe(false);
  const moved = await comes({ phone: other });
  expect(moved.watched).toBe(true);
  const ended = await ann.put(`${watchEntry.path}/${entry.id}/end`, { reason: 'They apologised' });
  expect(ended.data).toMatchObject({ status: 'ENDED', endedReason: 'They apologised', reason: 'Fought in the lobby' });
  expect((await seen(moved)).watched).toBe(false);
});

it('is made of a visit by what the visit knows', async () => {
  const phone = nextPhone();
  const [visit, other] = [await comes({ phone }), await comes({ phone })];
  const warn = (values: object) => ann.put(`${visitor.path}/${visit.id}/warn`, { validTo: inDays(50), ...values });
  expect((await warn({ reason: 'Short' })).error.data?.fields?.reason?.code).toBe('TOO_SHORT');
  const done = await warn({ level: 'REFUSE', reason: 'Threatened the guards' });
  expect([done.status, done.data.watched]).toEqual([200, true]);
  expect((await seen(other)).watched).toBe(true);
  expect((await letIn(other)).error.data).toMatchObject({ level: 'REFUSE', reason: 'Threatened the guards' });
  expect((await warn({ reason: 'Threatened the guards' })).code).toBe('WATCH_ENTRY_EXISTS');
});

it('an entry is refused if key and unit have one, without a key, or without an end within three years', async () => {
  const phone = nextPhone();
  await enter({ phone });
  const post = (values: object) =>
    ann.post(watchEntry.path, { name: 'Somebody', reason: 'Fought in the lobby', validTo: inDays(9), ...values });
  const codes = async (values: object) => {
    const { status, code, error } = await post(values);
    return [status, code, Object.keys(error.data?.fields ?? {})];
  };
  expect(await codes({ phone })).toEqual([409, 'WATCH_ENTRY_EXISTS', ['phone']]);
  expect((await post({ phone, unitId })).status).toBe(201);
  expect((await post({})).error.data?.fields?.phone?.code).toBe('WATCH_KEY_REQUIRED');
  expect(await codes({ phone: nextPhone(), validTo: inDays(1200) })).toEqual([400, 'WATCH_DATES_INVALID', ['validTo']]);
  expect((await post({ phone: nextPhone(), reason: 'Short' })).error.data?.fields?.reason?.code).toBe('TOO_SHORT');
});

it('ends on its day, asks before that, and is forgotten after a while', async () => {
  const [soon, over, old] = [
    await enter({ phone: nextPhone() }),
    await enter({ phone: nextPhone() }),
    await enter({ phone: nextPhone() }),
  ];
  await change(watchEntry, soon.id, { validTo: inDays(10) });
  await change(watchEntry, over.id, { validTo: inDays(-2) });
  await change(watchEntry, old.id, { status: 'ENDED', endedAt: new Date(Date.now() - 91 * DAY_MS) });
  for (let n = 0; n < 2; n++) await watchJob.run(new Date());
  expect((await ann.get(`${watchEntry.path}/${soon.id}`)).data).toMatchObject({ status: 'ACTIVE', ending: true });
  const told = { kind: 'WATCH_ENTRY_ENDING', 'subject.id': soon.id };
  // Both employees with write permission for the list, once.
  expect(await rowsIn('notifications').countDocuments(told)).toBe(2);
  expect((await ann.get(`${watchEntry.path}/${over.id}`)).data).toMatchObject({ status: 'ENDED' });
  expect((await ann.get(`${watchEntry.path}/${old.id}`)).status).toBe(404);
});
