import { setTimeout as wait } from 'node:timers/promises';
import { db, newId } from '@lobby/server/kit/database/database.ts';
import { withLock } from '@lobby/server/kit/database/lock.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { accountsOfNotifications } from '@lobby/server/migrations/2026-11-23-notifications.ts';
import { columnsOfPapers } from '@lobby/server/migrations/2026-11-28-papers.ts';
import { migrate } from '@lobby/server/migrations/migrate.ts';
import { notificationCollection } from '@lobby/server/platform/notifications/notifications.ts';
import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { expect, it } from 'vitest';
import { freshDatabase } from '../setup/database.ts';
import { startAlone, startServer } from '../setup/server.ts';
import { isWhole } from '../setup/whole.ts';

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
  expect(ran).toEqual(steps.map(one => one.name));
  await migrate(steps);
  expect(ran).toHaveLength(2);
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

it('notifications of a unit name those of its residents who have an account', async () => {
  const [projectId, unitId, userId] = [newId(), newId(), newId()];
  const people = [userId, null].map(account => ({ _id: newId(), projectId, unitIds: [unitId], userId: account }));
  await db()
    .collection<{ _id: string }>(collectionOf(resident))
    .insertMany(people.map(one => ({ ...one, deletedAt: null })));
  const rows = db().collection<{ _id: string }>(notificationCollection.name);
  const row = { _id: newId(), projectId, unitId };
  await rows.insertOne(row);
  await accountsOfNotifications.run();
  expect(await rows.findOne({ _id: row._id })).toMatchObject({ userIds: [userId] });
});

it('notices show all of their columns where nobody has chosen some', async () => {
  const rows = db().collection<{ _id: string }>(collectionOf(reportTemplate));
  const old = ['service', 'quantity', 'unitPrice', 'net', 'vat', 'amount'].map(column => ({ column }));
  const docs = [old, old.slice(1)].map(columns => ({
    _id: newId(),
    documentType: 'FEE_NOTICE',
    projectId: newId(),
    name: 'Old',
    columns,
  }));
  await rows.insertMany(docs);
  await columnsOfPapers.run();
  const after = await Promise.all(docs.map(({ _id }) => rows.findOne({ _id })));
  expect(after.map(one => (one as { columns?: object[] } | null)?.columns?.length)).toEqual([9, 5]);
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
