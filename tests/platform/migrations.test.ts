import { setTimeout as wait } from 'node:timers/promises';
import { db, newId } from '@lobby/server/kit/database/database.ts';
import { withLock } from '@lobby/server/kit/database/lock.ts';
import { fillFields, skipFields } from '@lobby/server/kit/store/fill-fields.ts';
import { collectionOf, type Stored } from '@lobby/server/kit/store/schema.ts';
import { baseline } from '@lobby/server/migrations/2026-11-30-baseline.ts';
import { keysOfSeveralFields } from '@lobby/server/migrations/2026-11-30-keys-of-several-fields.ts';
import { migrate, migrationRuns } from '@lobby/server/migrations/migrate.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { purchaseRequest } from '@lobby/shared/modules/purchase-request.ts';
import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import { expect, it } from 'vitest';
import { isWhole } from '../setup/contract/whole.ts';
import { freshDatabase } from '../setup/server/database.ts';
import { startAlone, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const locks = () => db().collection<{ _id: string; holder: string; until: Date }>('locks');

it('a migration runs once, though several servers start', async () => {
  const ran: string[] = [];
  const steps = ['2026-01-01 one', '2026-01-02 two'].map(name => ({
    name,
    async run() {
      ran.push(name);
      await wait(60);
    },
  }));
  await Promise.all([1, 2, 3].map(() => withLock('test', () => migrate(steps))));
  expect(ran).toEqual(steps.map(step => step.name));
  await migrate(steps);
  expect(ran).toHaveLength(2);
});

it('gives stored documents the fields that were added to their definition, and changes nothing else', async () => {
  const site = await makeSite(server.url, 'Alpha');
  const { fields } = purchaseRequest;
  const older = {
    ...purchaseRequest,
    fields: { ...fields, lines: { ...fields.lines, of: { name: fields.lines.of.name } } } as Fields,
  };
  for (const name of ['late', 'estimatedTotal', 'orderNumber']) delete (older.fields as Record<string, unknown>)[name];
  const all = db().collection<Stored>(collectionOf(purchaseRequest));
  const whole = { projectId: site.id, version: 3, title: 'Pump', late: true, lines: [{ name: 'Seal', received: 2 }] };
  await all.insertMany([
    { ...whole, _id: newId(), code: 'YC-1' } as unknown as Stored,
    { ...whole, _id: newId(), code: 'YC-2', late: undefined, lines: [] } as unknown as Stored,
  ]);
  await skipFields([older]);
  await fillFields([purchaseRequest]);
  const [first, second] = await all.find({ projectId: site.id }).sort({ _id: 1 }).toArray();
  expect(first).toMatchObject({ version: 3, title: 'Pump', late: true, estimatedTotal: 0, orderNumber: null });
  expect(first?.lines).toEqual([expect.objectContaining({ name: 'Seal', received: 2, unitName: null })]);
  expect(second).toMatchObject({ late: false, lines: [], estimatedTotal: 0 });
  expect(second).not.toHaveProperty('reason');
  // A server of the version before, which has not ended yet, stores one without them.
  const late = { ...whole, _id: newId(), code: 'YC-3' } as unknown as Stored;
  await all.insertOne(late);
  await fillFields([purchaseRequest]);
  expect(await all.findOne({ _id: late._id })).toMatchObject({ estimatedTotal: 0 });
  expect(await all.findOne({ _id: first?._id })).toEqual(first);
});

it('moves on no store that is older than its baseline', async () => {
  const runs = migrationRuns();
  const here = await runs.find().toArray();
  await runs.deleteMany({});
  await runs.insertMany(Array.from({ length: 122 }, (_, n) => ({ _id: `before ${n}`, at: new Date() })));
  await expect(baseline.run()).rejects.toThrow('start that of commit');
  await runs.insertOne({ _id: 'the last before', at: new Date() });
  await baseline.run();
  await runs.deleteMany({});
  await runs.insertMany(here);
});

it('takes away the hidden keys for which indexes of several fields stand now', async () => {
  const all = db().collection<Stored>(collectionOf(fund));
  const _id = newId();
  const key = { projectId: newId(), deletedAt: null };
  await all.insertOne({ ...key, _id, once: 'B1', uniq: { name: 'till', once: 'b1' } } as unknown as Stored);
  await all.createIndex({ projectId: 1, 'uniq.once': 1 }, { name: 'unique_once' });
  const codes = db().collection<Stored>(collectionOf(syncCode));
  const code = { ...key, _id, kind: 'UNIT', code: 'A-1' };
  await codes.insertOne({ ...code, onceThere: 'UNIT:A-1', uniq: { onceThere: 'unit:a-1' } } as unknown as Stored);
  await keysOfSeveralFields.run();
  expect(await codes.findOne({ _id })).toEqual({ ...code, uniq: { code: 'UNIT a-1' } });
  expect(await all.indexExists('unique_once')).toBe(false);
  expect(await all.findOne({ _id })).toEqual({ ...key, _id, uniq: { name: 'till' } });
  await keysOfSeveralFields.run();
  await Promise.all([all, codes].map(one => one.deleteOne({ _id })));
});

it('one at a time, and the next when one fails', async () => {
  let inside = 0;
  const turn = () =>
    withLock('turn', async () => {
      expect(++inside).toBe(1);
      await wait(20);
      inside--;
      throw new Error('failed');
    });
  for (const one of await Promise.allSettled([turn(), turn(), turn()])) expect(one.status).toBe('rejected');
  expect(await locks().countDocuments()).toBe(0);
});

it('takes over from a server that was killed', async () => {
  await locks().insertOne({ _id: 'left', holder: 'gone', until: new Date(Date.now() - 1) });
  expect(await withLock('left', async () => 'mine')).toBe('mine');
});

it.runIf(isWhole)(
  'two servers that start at once on an empty database load one demo',
  async () => {
    const uri = freshDatabase();
    const [one, two] = await Promise.all([1, 2].map(() => startAlone({ ...server, uri }, 'info', { DEMO: '1' })));
    const loaded = [one, two].filter(each => each?.log().includes('demo loaded'));
    expect(loaded).toHaveLength(1);
    for (const each of [one, two]) {
      const answer = await fetch(`${each?.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'admin@hoasen.demo', password: 'lobby-demo' }),
      });
      expect(answer.status).toBe(200);
    }
  },
  120_000,
);
