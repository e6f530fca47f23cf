import { refusalOf } from '@lobby/server/kit/http/adapter.ts';
import { MongoBulkWriteError, MongoClient, MongoNetworkError } from 'mongodb';
import { expect, it } from 'vitest';
import { freshDatabase } from '../setup/server/database.ts';

it('gives each caller an empty database on a replica set with transactions', async () => {
  const uris = [freshDatabase(), freshDatabase()];
  expect(new Set(uris).size).toBe(2);
  const client = await MongoClient.connect(uris[0] ?? '');
  try {
    const rows = client.db().collection('rows');
    await client.withSession(session => session.withTransaction(() => rows.insertOne({ word: 'one' }, { session })));
    expect(await rows.countDocuments()).toBe(1);
  } finally {
    await client.close();
  }
});

it('tells of a database that is away as such, by a statement on many too', () => {
  const lost = new MongoNetworkError('read ECONNRESET');
  const onMany: unknown = Reflect.construct(MongoBulkWriteError, [lost, {}]);
  for (const error of [lost, onMany]) expect(refusalOf(error).code).toBe('DATABASE_UNAVAILABLE');
});
