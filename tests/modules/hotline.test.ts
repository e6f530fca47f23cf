import { hotline } from '@lobby/shared/modules/hotline.ts';
import { beforeEach, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
let site: Awaited<ReturnType<typeof makeSite>>;
beforeEach(async () => {
  site = await makeSite(server.url, 'Alpha');
});
const { path } = hotline;
const add = (values: object) => site.ann.post<Row>(path, values);
const all = async () => (await site.ann.get<Row[]>(`${path}?sort=order`)).data;
const project = async () => (await site.ann.get<Row>(`/unit-group/${site.id}`)).data;

it('takes what a phone dials, one of each by its digits', async () => {
  for (const [phone, name] of [
    ['114', 'Fire'],
    ['1900 1234', 'Service'],
    ['+84 24 3333 4444', 'Office'],
  ])
    expect((await add({ name, phone })).status).toBe(201);
  for (const phone of ['12', '0123', 'abc', '0 24']) {
    const refused = await add({ name: 'Wrong', phone });
    expect([refused.status, refused.error.data?.fields?.phone?.code]).toEqual([400, 'PHONE_INVALID']);
  }
  for (const phone of ['1900.1234', '024 3333 4444'])
    expect(await add({ name: 'Again', phone })).toMatchObject({ status: 409, code: 'HOTLINE_PHONE_EXISTS' });
  expect(await add({ name: 'fire', phone: '115' })).toMatchObject({ status: 409, code: 'HOTLINE_EXISTS' });
  expect((await add({ name: 'Two mains', phone: '115', kind: 'MAIN' })).error.data?.fields?.kind).toBeDefined();
});

it('has one first number, also when two make one at once; the next becomes it, the last stays', async () => {
  const { ann } = site;
  const [a, b] = [(await add({ name: 'Guard', phone: '113' })).data, (await add({ name: 'Fire', phone: '114' })).data];
  expect((await project()).hotline).toBe('1900 0000');
  const both = await Promise.all([a, b].map(({ id }) => ann.put(`${path}/${id}/main`, {})));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const now = await all();
  expect(now.filter(({ kind }) => kind === 'MAIN')).toHaveLength(1);
  expect(now[0]?.kind).toBe('MAIN');
  expect((await project()).hotline).toBe(now[0]?.phone);
  expect((await ann.put(`${path}/${now[0]?.id}/main`, {})).code).toBe('STATUS_CHANGED');
  expect((await ann.put(`${path}/${now[2]?.id}/move`, { beforeId: now[0]?.id })).status).toBe(400);
  expect((await ann.put(`${path}/${now[2]?.id}/move`, { beforeId: now[1]?.id })).status).toBe(200);
  expect((await project()).hotlines).toMatchObject([{ phone: now[2]?.phone }, { phone: now[1]?.phone }]);
  expect((await ann.delete(`${path}/${now[0]?.id}`)).status).toBe(200);
  expect((await all()).map(({ kind }) => kind)).toEqual(['MAIN', 'OTHER']);
  const rest = await all();
  await Promise.all(rest.map(({ id }) => ann.delete(`${path}/${id}`)));
  const [last] = await all();
  expect((await all()).length).toBe(1);
  expect(await ann.delete(`${path}/${last?.id}`)).toMatchObject({ status: 409, code: 'HOTLINE_LAST' });
});

it('answers the two settings, and takes them from old callers', async () => {
  const { ann, dora } = site;
  await add({ name: 'Guard', phone: '113' });
  await add({ name: 'Hidden', phone: '114', shown: false });
  const { version } = (await ann.get<Row>(`/unit-group/${site.id}/settings`)).data;
  const lines = [
    { name: 'Cleaner', phone: '0912 345 678' },
    { name: 'Guards', phone: '1 1 3' },
  ];
  const set = (values: object, at: unknown) => ann.put<Row>(`/unit-group/${site.id}`, { version: at, ...values });
  const changed = await set({ hotlines: lines }, version);
  expect(changed.data).toMatchObject({ hotline: '1900 0000', hotlines: lines });
  expect((await all()).map(({ name, shown }) => `${name} ${shown}`).sort()).toEqual([
    'Cleaner true',
    'Guards true',
    'Hidden false',
    'Hotline true',
  ]);
  expect((await dora.get<Row[]>(path)).data.map(({ name }) => name).sort()).toEqual(['Cleaner', 'Guards', 'Hotline']);
  const taken = await set({ hotlines: [{ name: 'Other', phone: '1900.0000' }] }, changed.data.version);
  expect([taken.status, taken.error.data?.fields?.['hotlines.0.phone']?.code]).toEqual([409, 'HOTLINE_PHONE_EXISTS']);
  const first = await set({ hotline: '1900 9999', hotlines: [] }, changed.data.version);
  expect(first.data).toMatchObject({ hotline: '1900 9999', hotlines: [] });
  expect((await all()).map(({ name }) => name)).toEqual(['Hotline', 'Hidden']);
});

it('is read by everybody, written by who may', async () => {
  const { carl } = site;
  await site.allow({ HOTLINE: ['read'] });
  expect((await carl.post(path, { name: 'Mine', phone: '113' })).status).toBe(403);
  expect((await carl.get<Row[]>(path)).data).toHaveLength(1);
});
