import { rebuildKeys } from '@lobby/server/kit/store/keys/rebuild-keys.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it, vi } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { deskOf } from '../setup/house/desk.ts';
import { booksAt } from '../setup/money/books.ts';
import { rowsIn, stored } from '../setup/records.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { WAIT } from '../setup/time/limit.ts';
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
  await until(async () => (await found(site, ticket.path, 'AA-12.08')) === 0);
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

it('stands where its code belongs in lists by unit, on their pages, and anew once it is renamed', async () => {
  const site = await makeSite(server.url, 'Delta');
  const { ann, unitId, otherUnitId } = site;
  const { pay, released } = await booksAt(site);
  for (const unit of [otherUnitId, unitId, otherUnitId]) {
    const own = await released(10_000, unit);
    await pay({ unitId: unit, amount: 10_000, allocations: [{ billId: own.id, amount: 10_000 }] });
  }
  const order = async (path: string, sort: string) => {
    const ids: unknown[] = [];
    for (let after = ''; ; ) {
      const answer = await ann.get<Row[]>(`${path}?sort=${sort}&limit=2${after && `&after=${after}`}`);
      expect(answer.status).toBe(200);
      ids.push(...answer.data.map(one => one.unitId));
      after = answer.headers.get('X-Next-Cursor') ?? '';
      if (!after) return ids;
    }
  };
  const orders = async () => {
    const all = await Promise.all([bill.path, receipt.path].map(path => order(path, 'unitId')));
    expect(await order(bill.path, '-unitId')).toEqual(all[0]?.toReversed());
    return all;
  };
  await rename(site, 'S-2.01');
  const other = await stored(unit, otherUnitId);
  const code = { version: other.version, code: 'S-10.01' };
  expect((await ann.put(`${unit.path}/${otherUnitId}`, code)).status).toBe(200);
  const before = [unitId, otherUnitId, otherUnitId];
  await vi.waitFor(async () => expect(await orders()).toEqual([before, before]), WAIT);
  await rename(site, 'S-12.01');
  await vi.waitFor(async () => expect(await orders()).toEqual([before.toReversed(), before.toReversed()]), WAIT);
});
