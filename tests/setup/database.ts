import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { inject } from 'vitest';
import { endAfterwards } from './started.ts';

declare module 'vitest' {
  interface ProvidedContext {
    mongod: string;
  }
}

/**
 * The address of an empty database of its own, on the mongod of this test run (a replica set). Gone after the tests of the file: mongod
 * holds several files open for each collection, and has only so many. One that transactions of a killed server still hold stays.
 */
export function freshDatabase(): string {
  const uri = new URL(inject('mongod'));
  uri.pathname = `/test-${randomBytes(6).toString('hex')}`;
  endAfterwards(async () => {
    const client = new MongoClient(uri.href);
    await client
      .db()
      .command({ dropDatabase: 1, maxTimeMS: 5000 })
      .catch(() => undefined);
    await client.close();
  });
  return uri.href;
}
