import { db } from '@lobby/server/kit/database/database.ts';
import { projects } from '@lobby/server/platform/projects/projects.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { Document } from 'mongodb';
import { expect, it } from 'vitest';
import { makeRecord, stored } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

interface Found {
  entity: string;
  id: string;
  title: string;
  code: string | null;
  note: string;
  status: string | null;
}

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const beta = await makeSite(server.url, 'Beta');
const { ann, carl } = site;
const find = async (q: string, who = ann) => (await who.get<Found[]>(`/search?q=${encodeURIComponent(q)}`)).data;

const {
  data: { id: mai },
} = await ann.post(resident.path, {
  name: 'Nguyễn Thị Mai',
  unitId: site.unitId,
  role: 'CO_HOUSEHOLDER',
  phone: '+84912345678',
  email: 'mai@example.test',
});
const made = await ann.post(ticket.path, {
  title: 'Rò nước trần bếp',
  content: 'Ở bếp',
  unitId: site.unitId,
  residentId: mai,
});
await beta.ann.post(ticket.path, { title: 'Rò nước Beta', content: 'x', unitId: beta.unitId });

it('finds records of every module by words without accents, by code and by what they belong to', async () => {
  const [leak] = await find('ro nuoc');
  expect(leak).toEqual({
    entity: ticket.name,
    id: made.data.id,
    title: 'Rò nước trần bếp',
    code: made.data.code,
    note: 'AA-12.08 · Nguyễn Thị Mai',
    status: 'WAITING_APPROVAL',
  });
  expect((await find(String(made.data.code))).map(one => one.id)).toEqual([made.data.id]);
  const nguyen = await find('NGUYEN mai');
  expect(nguyen.map(one => one.entity)).toEqual([ticket.name, resident.name]);
  expect((await find('AA-12.08')).map(one => one.entity)).toContain(unit.name);
  expect(await find('')).toEqual([]);
  expect(await find('no such thing')).toEqual([]);
});

it('leads with what is called so, then its people, then what is about it', async () => {
  // In another book it stands under the same code.
  const ours = 'AA-12.08';
  await makeRecord(site.id, syncCode, { kind: 'UNIT', ours, code: ours });
  for (const typed of ['aa1208', 'AA-12.08', '1208']) {
    const entities = (await find(typed)).map(one => one.entity);
    expect(entities[0]).toBe(unit.name);
    expect(entities.indexOf(resident.name)).toBeGreaterThan(0);
    for (const about of [ticket.name, syncCode.name])
      expect(entities.indexOf(about)).toBeGreaterThan(entities.lastIndexOf(resident.name));
  }
});

it('calls what goes by another record by that, and by words what has a code alone', async () => {
  await makeRecord(site.id, unitAccount, { unitId: site.unitId });
  const found = await find('AA-12.08');
  expect(found.filter(({ title }) => /^[0-9a-f]{24}$|^[A-Z_]{4,}$/.test(title))).toEqual([]);
  const account = found.find(({ entity }) => entity === unitAccount.name);
  expect(account).toMatchObject({ title: 'AA-12.08', note: '' });
});

it('finds a caller by the number that is shown, however it is written', async () => {
  const written = ['0912345678', '0912 345 678', '0912.345.678', '912345678', '912.345.678', '912 345 678'];
  for (const number of [...written, '+84912345678', '84 912 345 678', '+84 (0)912 345 678'])
    expect([number, (await find(number)).map(one => one.title)]).toEqual([number, ['Nguyễn Thị Mai']]);
  expect(await find('0912345679')).toEqual([]);
  const { positionIds, departmentId } = await stored(employee, ann.id);
  const values = { name: 'Gác Cổng', email: 'gate@example.test', phone: '+84987654321', positionIds, departmentId };
  await makeRecord(site.id, employee, values, { status: 'ACTIVE' });
  await ann.post(partner.path, { name: 'Thang máy Á', code: 'TMA', type: 'SUPPLIER', phone: '0987654322' });
  expect((await find('0987654321')).map(one => one.title)).toEqual(['Gác Cổng']);
  expect((await find('987.654.321')).map(one => one.title)).toEqual(['Gác Cổng']);
  expect((await find('321')).map(one => one.title)).toContain('Gác Cổng');
  expect((await find('0987 654 322')).map(one => one.title)).toEqual(['Thang máy Á']);
  const { data } = await ann.get<{ name: string }[]>(
    `${resident.path}?filter[q]=${encodeURIComponent('0912 345 678')}`,
  );
  expect(data.map(one => one.name)).toEqual(['Nguyễn Thị Mai']);
});

it('finds whoever came by their whole number, though others came with the same', async () => {
  const phone = '0933444555';
  const others = { unitId: site.unitId, expectedInAt: new Date(Date.now() + 3_600_000).toISOString() };
  for (const name of ['Thợ Một', 'Thợ Hai']) {
    const made = await ann.post(visitor.path, { ...others, name, phone });
    expect([made.status, made.error]).toEqual([201, undefined]);
  }
  await ann.post(visitor.path, { ...others, name: 'Thợ Ba', phone: '0966444555' });
  for (const number of [phone, '0933 444 555', '+84933444555'])
    expect((await find(number)).map(one => one.title).toSorted()).toEqual(['Thợ Hai', 'Thợ Một']);
  const listed = await ann.get<{ name: string }[]>(`${visitor.path}?filter[q]=${phone}`);
  expect(listed.data.map(({ name }) => name).toSorted()).toEqual(['Thợ Hai', 'Thợ Một']);
});

/** How many modules the database is asked for what was typed. */
async function asked(q: string): Promise<number> {
  await db().command({ profile: 2 });
  await find(q);
  await db().command({ profile: 0 });
  const statements = await db().collection('system.profile').find({ 'command.pipeline.0.$match.keys': q }).toArray();
  await db().dropCollection('system.profile');
  const among = (stages: Document[]) => stages.filter(stage => '$unionWith' in stage).length;
  return statements.reduce((sum, { command }) => sum + 1 + among(command.pipeline), 0);
}

it('asks those modules alone that may hold the words, and finds what was made or renamed a moment ago', async () => {
  await expect.poll(() => asked('zzyzx'), { timeout: 10_000 }).toBe(0);
  const { data } = await ann.post(label.path, { name: 'Zzyzx', shortName: 'Z', type: 'HELP_DESK' });
  expect((await find('zzyzx')).map(one => one.title)).toEqual(['Zzyzx']);
  await expect.poll(() => asked('zzyzx')).toBe(1);
  expect((await ann.put(`${label.path}/${data.id}`, { name: 'Qwfpg', version: data.version })).status).toBe(200);
  expect((await find('qwf')).map(one => one.title)).toEqual(['Qwfpg']);
});

it('shows only what the caller may open, of this project alone', async () => {
  await site.allow({});
  expect(await find('mai', carl)).toEqual([]);
  await site.allow({ MEMBER: ['read'] });
  expect((await find('mai', carl)).map(one => one.entity)).toEqual([resident.name]);
  const keys = [`ticket/${made.data.id}`, `resident/${mai}`].map(key => `records[]=${key}`).join('&');
  expect((await carl.get<Found[]>(`/search?${keys}`)).data.map(one => one.entity)).toEqual([resident.name]);
  expect((await find('beta')).map(one => one.title)).not.toContain('Rò nước Beta');
  expect((await beta.ann.get<Found[]>(`/search?${keys}`)).data).toEqual([]);
  expect((await site.dora.get('/search?q=mai')).status).toBe(403);
});

it('never carries personal data, and is not found by what it hides', async () => {
  const text = JSON.stringify([...(await find('mai')), ...(await find('+84912345678')), ...(await find('912345678'))]);
  expect(text).not.toMatch(/912345678|mai@example/);
  expect(await find('mai@example.test')).toEqual([]);
});

it('names records by module and id, in the order asked for', async () => {
  const keys = [`resident/${mai}`, `ticket/${'f'.repeat(24)}`, `ticket/${made.data.id}`, 'nothing/'.padEnd(32, '0')];
  const { data } = await ann.get<Found[]>(`/search?${keys.map(key => `records[]=${key}`).join('&')}`);
  expect(data.map(one => one.id)).toEqual([mai, made.data.id]);
  expect((await ann.get('/search?records[]=$where')).status).toBe(400);
});

it('counts badges of several projects, each as far as the caller may see it', async () => {
  const ask = (who: typeof ann, ids: string[], more = {}) =>
    who.post<Record<string, Record<string, number>>>('/histories/count-badges/multi-unit-group', {
      unitGroupIds: ids,
      ...more,
    });
  const all = (await ask(ann, [site.id, beta.id], { userId: ann.userId })).data;
  expect(all).toEqual({ [site.id]: expect.objectContaining({ HELP_DESK: 1, RENTAL_CONTRACT: 0, TASK: 0 }) });
  await site.allow({ HELP_DESK: [] });
  expect((await ask(carl, [site.id])).data[site.id]).toMatchObject({ HELP_DESK: 0, TASK: 0 });
  expect((await ask(ann, [])).status).toBe(400);
  expect((await ask(ann, [site.id], { userId: carl.userId })).status).toBe(400);
  expect((await ask(ann, ['f'.repeat(24)])).data).toEqual({});
  expect(await projects().countDocuments()).toBe(2);
});
