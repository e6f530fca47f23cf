import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { freshDatabase } from '../setup/database.ts';

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
