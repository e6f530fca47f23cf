import { randomBytes } from 'node:crypto';
import { type Db, MongoClient } from 'mongodb';
import { inject } from 'vitest';
import { endAfterwards } from './started.ts';

declare module 'vitest' {
  interface ProvidedContext {
    mongod: string;
  }
}

/**
 * URI of an empty database on the mongod of this test run (a replica set). It is dropped after the test file, as mongod keeps several files open per
 * collection; it stays if transactions of a killed server still lock it.
 */
export function freshDatabase(): string {
  const uri = newAddress();
  endAfterwards(() => within(uri, db => db.command({ dropDatabase: 1, maxTimeMS: 5000 })).catch(() => undefined));
  return uri;
}

/** Databases of this worker that are empty again, with all their indexes. */
const emptied: string[] = [];
const prepared = new Set<string>();
/** Whether a server of this worker has started on the database before, and left its collections and indexes. */
export const isPrepared = (uri: string): boolean => prepared.has(uri);

/** Like `freshDatabase`, but reused within the worker: emptying is faster than creating. */
export function lentDatabase(): string {
  const uri = emptied.pop() ?? newAddress();
  endAfterwards(() =>
    empty(uri).then(
      () => {
        emptied.push(uri);
        prepared.add(uri);
      },
      () => undefined,
    ),
  );
  return uri;
}

/** What belongs to the indexes, which are kept. */
const KEPT = ['migrations', 'shapes'];

const empty = (uri: string) =>
  within(uri, async db => {
    // Profiling data is dropped too.
    await db.command({ profile: 0 });
    await db.collection('system.profile').drop();
    const all = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
    const own = all.map(({ name }) => name).filter(name => !name.startsWith('system.') && !KEPT.includes(name));
    const filled = await filledAmong(db, own);
    await Promise.all(filled.map(name => db.collection(name).deleteMany({}, { maxTimeMS: 5000 })));
  });

/** Non-empty collections, in a single query: most are empty after most test files. */
async function filledAmong(db: Db, [first, ...others]: readonly string[]): Promise<string[]> {
  if (first === undefined) return [];
  const one = (name: string) => [{ $limit: 1 }, { $project: { _id: 0, name: { $literal: name } } }];
  const stages = others.map(name => ({ $unionWith: { coll: name, pipeline: one(name) } }));
  const found = await db
    .collection(first)
    .aggregate<{ name: string }>([...one(first), ...stages])
    .toArray();
  return found.map(({ name }) => name);
}

function newAddress(): string {
  const uri = new URL(inject('mongod'));
  uri.pathname = `/test-${randomBytes(6).toString('hex')}`;
  return uri.href;
}

async function within(uri: string, work: (db: Db) => Promise<unknown>): Promise<void> {
  const client = new MongoClient(uri);
  try {
    await work(client.db());
  } finally {
    await client.close();
  }
}
