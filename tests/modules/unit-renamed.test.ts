import { rebuildKeys } from '@lobby/server/kit/store/search-keys.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/desk.ts';
import { until } from '../setup/listener.ts';
import { rowsIn, stored } from '../setup/records.ts';
import { startServer } from '../setup/server.ts';
import { makeSite, type Site } from '../setup/world.ts';

const server = await startServer();

const found = async ({ ann }: Site, path: string, words: string) => {
  const answer = await ann.get<Row[]>(`${path}?filter[q]=${encodeURIComponent(words)}`);
  return Number(answer.headers.get('Content-Range')?.split('/')[1]);
};
async function rename({ ann, unitId }: Site, code: string): Promise<void> {
  const { version } = await stored(unit, unitId);
  expect((await ann.put(`${unit.path}/${unitId}`, { version, code })).status).toBe(200);
}

it('a renamed unit is found by its new code on its tickets and residents, and no longer by the old one', async () => {
  const site = await makeSite(server.url, 'Alpha');
  const made = await deskOf(site).open({ title: 'Leak' });
  const before = await stored(ticket, made.id);
  expect(await found(site, ticket.path, 'AA-12.08')).toBe(1);
  await rename(site, 'Z-77.07');
  await until(async () => (await found(site, ticket.path, 'z7707')) === 1);
  expect(await found(site, ticket.path, 'AA-12.08')).toBe(0);
  await until(async () => (await found(site, resident.path, 'Z-77.07')) === 1);
  const after = await stored(ticket, made.id);
  expect([after.version, after.updatedAt]).toEqual([before.version, before.updatedAt]);
  expect(after.keys).toContain('leak');
});

it('what was not worked off when a server stopped is taken up by the job, once', async () => {
  const site = await makeSite(server.url, 'Beta');
  const made = await deskOf(site).open();
  const { projectId, keys } = await stored(ticket, made.id);
  const row = { _id: `unit:${site.unitId}`, projectId, entity: 'unit', entityId: site.unitId };
  await rowsIn('tickets').updateOne({ _id: made.id }, { $set: { keys: ['old'] } });
  await rowsIn('renamed').insertOne({ ...row, mark: 'a', until: new Date(0) });
  expect(await rebuildKeys()).toBeGreaterThan(0);
  expect((await stored(ticket, made.id)).keys).toEqual(keys);
  expect(await rebuildKeys()).toBe(0);
});

it('a change at the same moment keeps its own keys', async () => {
  const site = await makeSite(server.url, 'Gamma');
  const desk = deskOf(site);
  const tickets = await Promise.all(Array.from({ length: 40 }, () => desk.open({ title: 'Before' })));
  const edits = tickets.map(one => site.ben.put(`${ticket.path}/${one.id}`, { version: 1, title: 'Afterwards' }));
  await Promise.all([rename(site, 'Q-40.40'), ...edits]);
  await until(async () => (await found(site, ticket.path, 'q4040 afterwards')) === 40);
  expect(await found(site, ticket.path, 'before')).toBe(0);
});
