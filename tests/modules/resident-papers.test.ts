import { papersJob } from '@lobby/server/modules/resident/people/papers.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { rowsOfSheet } from '../setup/files/sheets.ts';
import { lastingDay, noonOf } from '../setup/house/contracts.ts';
import { rowsIn, stored } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const TODAY = await lastingDay();
const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const { ann, carl } = site;
const { path } = resident;

const made = async (name: string, values: Record<string, unknown>) => {
  const answer = await ann.post<Row>(path, { name, unitId: site.unitId, role: 'MEMBER', ...values });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.data.id;
};
const ending = async () =>
  (await ann.get<Row[]>(`${path}?filter[ending][]=true&filter[living][]=true`)).data.map(({ name }) => name).sort();
const told = (id: string) => rowsIn('notifications').countDocuments({ 'subject.id': id, userId: ann.userId, count: 1 });

it('marks whose papers end within thirty days, tells it once, and takes the mark away when they are prolonged', async () => {
  const visa = await made('Kim Min Ji', { nationality: 'KR', visaExpiry: addDays(TODAY, 30) });
  await made('Sato Ken', { nationality: 'JP', visaExpiry: addDays(TODAY, 31) });
  const stay = await made('Lê Tạm', { temporaryFrom: addDays(TODAY, -300), temporaryTo: addDays(TODAY, 5) });
  const rent = await made('Võ Thuê', { role: 'RENTER', rentFrom: addDays(TODAY, -300), rentTo: addDays(TODAY, -1) });
  await Promise.all([papersJob.run(noonOf(TODAY)), papersJob.run(noonOf(TODAY))]);
  await papersJob.run(noonOf(TODAY));
  expect(await ending()).toEqual(['Kim Min Ji', 'Lê Tạm', 'Võ Thuê']);
  expect([await told(visa), await told(stay), await told(rent)]).toEqual([1, 1, 1]);
  expect(await rowsIn('notifications').findOne({ 'subject.id': visa })).toMatchObject({
    kind: 'RESIDENT_PAPERS_ENDING',
    topic: 'reminder',
    subject: { module: 'MEMBER', title: 'Kim Min Ji' },
  });
  const { version } = await stored(resident, stay);
  await ann.put(`${path}/${stay}`, { version, temporaryTo: addDays(TODAY, 200) });
  await ann.put(`${path}/${rent}/move-out`, { unitId: site.unitId });
  expect(await ending()).toEqual(['Kim Min Ji']);
  await papersJob.run(noonOf(TODAY));
  expect((await stored(resident, rent)).ending).toBe(false);
  await papersJob.run(noonOf(addDays(TODAY, 1)));
  expect(await ending()).toEqual(['Kim Min Ji', 'Sato Ken']);
});

it('filters by nationality and by the days on which papers end', async () => {
  const found = async (filter: string) =>
    (await ann.get<Row[]>(`${path}?${filter}`)).data.map(({ name }) => name).sort();
  expect(await found('filter[nationality][]=KR&filter[nationality][]=JP')).toEqual(['Kim Min Ji', 'Sato Ken']);
  expect(await found(`filter[visaExpiry][to]=${addDays(TODAY, 30)}`)).toEqual(['Kim Min Ji']);
  expect(await found(`filter[temporaryTo][from]=${addDays(TODAY, 100)}`)).toEqual(['Lê Tạm']);
});

it('gives the list that the police asks for, in plain, to whoever may, and remembers it', async () => {
  const headers = {
    Authorization: `Bearer ${ann.token}`,
    'X-Project-Id': site.id,
    'Accept-Language': 'en',
    'Content-Type': 'application/json',
  };
  const answer = await fetch(`${server.url}/api${path}/residence-list`, { method: 'PUT', headers, body: '{}' });
  const [head = [], ...rows] = await rowsOfSheet(Buffer.from(await answer.arrayBuffer()));
  expect(head.slice(0, 4)).toEqual(['Name', 'Date of birth', 'Gender', 'Nationality']);
  expect(rows.map(row => [row[0], row[3]])).toEqual([
    ['Kim Min Ji', 'South Korea'],
    ['Sato Ken', 'Japan'],
    ['Lê Tạm', ''],
  ]);
  expect(rows[0]).toContain(addDays(TODAY, 30).split('-').reverse().join('/'));
  const done = (await ann.get<Row[]>('/activity/list?limit=50')).data;
  expect(done.find(({ action }) => action === 'exportEncrypted')).toMatchObject({
    after: { list: 'residence', count: 3 },
  });
  await site.allow({ MEMBER: ['read', 'export'] });
  expect((await carl.put(`${path}/residence-list`, {})).status).toBe(403);
});
