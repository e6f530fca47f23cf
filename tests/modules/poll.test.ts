import { db } from '@lobby/server/kit/database/database.ts';
import { pollsJob } from '@lobby/server/modules/poll/rules.ts';
import { voteCollection } from '@lobby/server/modules/poll/votes.ts';
import { DAY_MS, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { expect, it } from 'vitest';
import type { Caller, Row } from '../setup/caller.ts';
import { refusal } from '../setup/money/books.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();

async function opened(name: string, values: object) {
  const site = await makeSite(server.url, name);
  const { data: doc } = await site.ann.post<Row & { options: { id: string }[] }>(poll.path, {
    title: 'Màu sảnh?',
    closesAt: new Date(Date.now() + DAY_MS).toISOString(),
    options: [{ text: 'Xanh' }, { text: 'Trắng' }],
    ...values,
  });
  const at = `${poll.path}/${doc.id}`;
  const vote = (who: Caller, n: number) => who.put(`${at}/vote`, { optionIds: [doc.options[n]?.id] });
  return { ...site, at, doc, vote, publish: () => site.ann.put(`${at}/publish`, {}) };
}

it('is for the roles that it names: others are refused, and nobody means no poll', async () => {
  const site = await opened('Roles', { roles: [{ role: 'HOUSEHOLDER' }], weight: 'PERSON' });
  const { data: people } = await site.ann.get<(Row & { role?: string })[]>(resident.path);
  expect(people.length).toBeGreaterThan(1);
  expect((await site.publish()).status).toBe(200);
  const before = (await site.ann.get<Row>(site.at)).data;
  const renter = { name: 'Fay', unitId: site.unitId, role: 'RENTER', phone: '0912 000 777' };
  expect((await site.ann.post(resident.path, renter)).status).toBe(201);
  await pollsJob.run(new Date());
  expect((await site.ann.get<Row>(site.at)).data.entitled).toBe(before.entitled);
  const fixed = await site.ann.put(site.at, { version: before.version, roles: [{ role: 'RENTER' }] });
  expect(fixed.code).toBe('POLL_FIXED');
  const renters = await opened('Renters', { roles: [{ role: 'RENTER' }] });
  expect(refusal(await renters.publish())).toEqual([422, 'POLL_NOBODY']);
  await renters.ann.post(resident.path, { ...renter, unitId: renters.unitId });
  expect((await renters.publish()).status).toBe(200);
  expect(refusal(await renters.vote(renters.dora, 0))).toEqual([403, 'POLL_NOT_ENTITLED']);
  const wrong = { title: 'Unit', weight: 'UNIT', roles: [{ role: 'RENTER' }], options: renters.doc.options };
  const refused = await renters.ann.post(poll.path, { ...wrong, closesAt: renters.doc.closesAt });
  expect(refusal(refused)[2]).toBe('roles.0.role');
});

it('hides how it stands from staff too until its end, and keeps no name beside a vote', async () => {
  const site = await opened('Hidden', { results: 'AFTER_CLOSE', anonymous: true });
  await site.publish();
  expect((await site.vote(site.dora, 0)).status).toBe(200);
  expect((await site.vote(site.dora, 1)).status).toBe(200);
  expect((await site.vote(site.emil, 1)).status).toBe(200);
  const { data: open } = await site.ann.get<Row & { counts: { votes: number }[] }>(site.at);
  expect([open.voted, open.counts.map(({ votes }) => votes)]).toEqual([2, [0, 0]]);
  expect((await site.ann.get<Row>(`${site.at}/results`)).data).toEqual({ voted: 2, entitled: 2 });
  const rows = await db()
    .collection(voteCollection.name)
    .find({ pollId: site.doc.id } as object)
    .toArray();
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`/[0-9a-f]{24}"|${site.dora.id}`));
  expect((await site.ann.put(`${site.at}/close`, { reason: 'Done' })).status).toBe(200);
  const { data: closed } = await site.ann.get<Row & { counts: { votes: number }[] }>(site.at);
  expect(closed.counts.map(({ votes }) => votes)).toEqual([0, 2]);
});

/** Notifications of a user about a poll. */
const told = async (who: Caller, id: unknown) => {
  const { data } = await who.get<(Row & { kind: string; entityId: string })[]>('/histories/pms?limit=50');
  return data.filter(({ entityId }) => entityId === id).map(({ kind }) => kind);
};

it('tells who may vote as it opens, who has not voted near the end, and who has voted that it is called off', async () => {
  const site = await opened('Told', { closesAt: new Date(Date.now() + 30 * HOUR_MS).toISOString() });
  const { ann, dora, emil, doc, at } = site;
  await site.publish();
  for (let n = 0; n < 2; n++) await pollsJob.run(new Date());
  expect([await told(dora, doc.id), await told(emil, doc.id)]).toEqual([['POLL_OPENED'], ['POLL_OPENED']]);
  await site.vote(dora, 0);
  expect((await ann.post(`${at}/remind`)).status).toBe(200);
  expect((await ann.post(`${at}/remind`)).code).toBe('POLL_REMINDED');
  await pollsJob.run(new Date());
  expect([await told(dora, doc.id), (await told(emil, doc.id)).sort()]).toEqual([
    ['POLL_OPENED'],
    ['POLL_OPENED', 'POLL_REMINDED'],
  ]);
  const late = await ann.put(`${at}/remind`, {});
  expect([late.status, Number(late.headers.get('Retry-After')) > 3600]).toEqual([429, true]);
  for (let n = 0; n < 2; n++) await pollsJob.run(new Date(Date.now() + 20 * HOUR_MS));
  expect((await told(emil, doc.id)).filter(kind => kind === 'POLL_ENDING')).toHaveLength(1);
  expect(await told(dora, doc.id)).not.toContain('POLL_ENDING');
  expect((await site.ben.put(`${at}/cancel`, { reason: 'Hỏi lại sau' })).status).toBe(200);
  await pollsJob.run(new Date());
  // The author: it was called off, not closed.
  expect(await told(ann, doc.id)).not.toContain('POLL_CLOSED');
  expect(await told(dora, doc.id)).toContain('POLL_CANCELLED');
  expect(await told(emil, doc.id)).not.toContain('POLL_CANCELLED');
});

it('says who has voted, by home; of an anonymous one only how many by block, and not of a few', async () => {
  const site = await opened('Turnout', { anonymous: false });
  await site.publish();
  await site.vote(site.dora, 0);
  const named = (await site.ann.get<Row & { units: Row[]; blocks: Row[] }>(`${site.at}/turnout`)).data;
  expect(named).toMatchObject({ voted: 1, units: [{ unitId: site.unitId, people: [{ name: site.dora.name }] }] });
  expect(named.blocks.reduce((sum, one) => sum + Number(one.voted), 0)).toBe(1);
  expect((await site.dora.get(`${site.at}/turnout`)).status).toBe(403);
  const secret = await opened('Secret', { anonymous: true });
  await secret.publish();
  await secret.vote(secret.dora, 0);
  const { data } = await secret.ann.get<Row>(`${secret.at}/turnout`);
  expect(data).toMatchObject({ voted: 1, blocks: null, units: null });
});

it('a poll of units names the person who voted first, and can be corrected until the first vote', async () => {
  const site = await opened('Units', { weight: 'UNIT', anonymous: false, change: false });
  await site.publish();
  const open = (await site.ann.get<Row>(site.at)).data;
  const fixed = await site.ann.put<Row>(site.at, { version: open.version, title: 'Màu sảnh tầng 1?' });
  expect(fixed.data).toMatchObject({ title: 'Màu sảnh tầng 1?', edited: true });
  expect((await site.vote(site.dora, 0)).status).toBe(200);
  const second = await site.vote(site.dora, 1);
  expect([second.code, second.error.data?.by]).toEqual(['POLL_VOTED', site.dora.name]);
  expect((await site.dora.get<Row>(`${site.at}/vote`)).data.by).toBe(site.dora.name);
  const now = (await site.ann.get<Row>(site.at)).data;
  expect((await site.ann.put(site.at, { version: now.version, title: 'Màu khác?' })).code).toBe('POLL_FIXED');
});
