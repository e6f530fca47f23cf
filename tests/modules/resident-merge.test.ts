import { users } from '@lobby/server/platform/auth/users.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { openEar, until } from '../setup/client/socket-client.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann } = site;
const path = resident.path;

let n = 0;
async function made(values: Record<string, unknown> = {}) {
  const body = { name: `Vũ Thị ${++n}`, unitId: site.unitId, role: 'MEMBER', ...values };
  const answer = await ann.post(path, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.data;
}
const merge = (id: string, withId: string, version = 1) => ann.put(`${path}/${id}/merge`, { withId, version });
const pairs = async () => (await ann.get<{ two: Row[]; because: string[] }[]>(`${path}/duplicates`)).data;
const homes = async (id: string) =>
  (await ann.get<Row[]>(`/member-residency?filter[residentId][]=${id}&sort=createdAt`)).data;

it('people of one name are shown in pairs by what they share, masked', async () => {
  const one = await made({ name: 'Hồ Thanh Hà', birthday: '1980-01-02', email: 'ha.ho@one.test' });
  const two = await made({ name: 'Ho  thanh hà', unitId: site.otherUnitId, email: 'HA.HO@two.test' });
  await made({ name: 'Hồ Thanh Hà', unitId: site.otherUnitId, birthday: '1999-01-02', email: 'other@one.test' });
  const all = (await pairs()).filter(pair => pair.two.some(({ id }) => id === one.id));
  expect(all.map(({ two: [a, b], because }) => [[a?.id, b?.id].sort(), because])).toEqual([
    [[one.id, two.id].sort(), ['email']],
  ]);
  expect(JSON.stringify(all)).not.toContain('ha.ho@');
  const shared = (await pairs()).find(pair => pair.two.some(({ id }) => id === two.id) && pair.because[0] === 'unit');
  expect(shared?.because).toEqual(['unit']);
});

it('a merge fills what is empty, moves homes and requests, and takes the other away', async () => {
  const kept = await made({ phone: '0911000001', email: 'kept@example.test' });
  const other = await made({
    unitId: site.otherUnitId,
    phone: '0911000002',
    identifier: '079000111222',
    birthday: '1970-03-04',
    company: 'Công ty Một',
  });
  const ticket = await ann.post('/pms/helpdesk', {
    title: 'Of the other',
    content: 'Yes',
    residentId: other.id,
    unitId: site.otherUnitId,
  });
  expect(ticket.status).toBe(201);
  const done = await merge(kept.id, other.id);
  expect([done.status, done.text]).toEqual([200, expect.any(String)]);
  expect(done.data).toMatchObject({
    id: kept.id,
    version: 2,
    name: kept.name,
    birthYear: 1970,
    company: 'Công ty Một',
    unitId: site.unitId,
    unitIds: [site.unitId, site.otherUnitId],
    identifier: '0*****222',
    phone: kept.phone,
    phone2: other.phone,
  });
  const old = await ann.get(`${path}/${other.id}`);
  expect([old.status, old.code]).toEqual([404, 'NOT_FOUND']);
  const by = { by: 'Ann', at: expect.any(String) };
  expect(old.error.data).toEqual({ merged: { id: kept.id, title: kept.name, ...by } });
  expect((await ann.get(`/pms/helpdesk/${ticket.data.id}`)).data).toMatchObject({ residentId: kept.id, version: 2 });
  expect((await homes(kept.id)).map(one => one.unitId).sort()).toEqual([site.unitId, site.otherUnitId].sort());
  expect(await homes(other.id)).toEqual([]);
  // Unique values of the merged resident belong to the kept one.
  const again = await ann.post(path, {
    name: 'Ai Đó',
    unitId: site.unitId,
    role: 'MEMBER',
    identifier: '079000111222',
  });
  expect(again.code).toBe('RESIDENT_IDENTIFIER_EXISTS');
  const { data } = await ann.get<Row[]>(`${path}/${kept.id}/activities`);
  expect(data.map(one => one.action)).toEqual(['merge', 'create']);
});

it('a home that both people have is kept once, with the role of householder', async () => {
  const { blockId, floorId } = site;
  const unit = await ann.post('/unit', { code: 'M-01', type: 'APARTMENT', blockId, floorId, area: 50 });
  const kept = await made({ unitId: unit.data.id });
  const other = await made({ unitId: unit.data.id, role: 'HOUSEHOLDER' });
  expect((await merge(kept.id, other.id)).data).toMatchObject({ role: 'HOUSEHOLDER', unitIds: [unit.data.id] });
  expect(await homes(kept.id)).toMatchObject([{ role: 'HOUSEHOLDER', living: true }]);
  expect((await ann.get(`/unit/${unit.data.id}`)).data.state).toBe('IN_USE');
  const second = await ann.post(path, { name: 'Ai Khác', unitId: unit.data.id, role: 'HOUSEHOLDER' });
  expect(second.code).toBe('RESIDENT_HOUSEHOLDER_EXISTS');
});

it('a home that both people have takes what the other record says of it', async () => {
  const { blockId, floorId } = site;
  const unit = await ann.post('/unit', { code: 'M-02', type: 'APARTMENT', blockId, floorId, area: 50 });
  const kept = await made({ unitId: unit.data.id, movedInAt: '2024-05-01' });
  const told = { role: 'RENTER', relationship: 'TENANT', owner: true, movedInAt: '2023-01-02' };
  const rent = { rentFrom: '2023-01-02', rentTo: '2027-01-01' };
  const other = await made({ unitId: unit.data.id, ...told, ...rent });
  expect((await merge(kept.id, other.id)).data).toMatchObject({ ...told, ...rent });
  expect(await homes(kept.id)).toMatchObject([{ ...told, ...rent, living: true }]);
});

it('the account goes along; of two, the kept one’s is left', async () => {
  const { dora, emil } = site;
  const kept = await made();
  const { version } = (await ann.get(`${path}/${dora.id}`)).data;
  expect((await merge(kept.id, dora.id)).status).toBe(200);
  expect((await dora.get('/pms/helpdesk')).status).toBe(200);
  const away = await merge(kept.id, emil.id, 2);
  expect([version, away.status]).toEqual([1, 200]);
  expect(await users().findOne({ _id: emil.userId })).toMatchObject({ disabled: true });
  expect(await users().findOne({ _id: dora.userId })).toMatchObject({ disabled: false });
});

it.each([
  ['itself', async (id: string) => merge(id, id), 400, 'VALIDATION_FAILED'],
  ['nobody', async (id: string) => merge(id, '0'.repeat(24)), 422, 'REFERENCE_NOT_FOUND'],
  ['a record that has changed', async (id: string) => merge(id, (await made()).id, 7), 409, 'STATUS_CHANGED'],
])('nobody is merged with %s', async (_, what, status, code) => {
  const { id } = await made();
  const answer = await what(id);
  expect([answer.status, answer.code]).toEqual([status, code]);
});

it('one of two simultaneous merges into each other succeeds', async () => {
  const [one, two] = [await made(), await made()];
  const both = await Promise.all([merge(one.id, two.id), merge(two.id, one.id)]);
  expect(both.map(answer => answer.status).sort()).not.toEqual([200, 200]);
  const left = await Promise.all([one, two].map(async ({ id }) => (await ann.get(`${path}/${id}`)).status));
  expect(left.sort()).toEqual([200, 404]);
});

it('is for who may remove residents', async () => {
  const [one, two] = [await made(), await made()];
  await site.allow({ MEMBER: ['read', 'write'] });
  const answer = await site.carl.put(`${path}/${one.id}/merge`, { withId: two.id, version: 1 });
  expect(answer.status).toBe(403);
  expect((await site.carl.get(`${path}/duplicates`)).status).toBe(403);
});

it('two who are said to be two people are no pair any more, for everybody, until that is taken back', async () => {
  const one = await made({ name: 'Đỗ Minh Quân' });
  const two = await made({ name: 'Đỗ Minh Quân' });
  const shown = async () => (await pairs()).filter(pair => pair.two.some(({ id }) => id === one.id)).length;
  expect(await shown()).toBe(1);
  const live = await openEar(server.url, ann.token);
  await live.ask('subscribe', { projectId: site.id, modules: [resident.code] });
  const said = (apart: boolean, withId = two.id) => ann.put(`${path}/${one.id}/two-people`, { withId, apart });
  expect((await said(true)).data).toMatchObject({ id: one.id, withId: two.id, apart: true });
  await until(() => live.events.some(({ action, entityId }) => action === 'two-people' && entityId === one.id));
  live.close();
  expect(await shown()).toBe(0);
  // The version of the record is unchanged.
  expect((await ann.put(`${path}/${one.id}`, { version: 1, company: 'Hoa Sen' })).status).toBe(200);
  expect(await shown()).toBe(0);
  await said(false);
  expect(await shown()).toBe(1);
  expect([(await said(true, one.id)).status, (await said(true, site.id)).status]).toEqual([400, 422]);
});
