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
 * The address of an empty database of its own, on the mongod of this test run (a replica set). Gone after the tests of the file: mongod
 * holds several files open for each collection, and has only so many. One that transactions of a killed server still hold stays.
 */
export function freshDatabase(): string {
  const uri = newAddress();
  endAfterwards(() => within(uri, db => db.command({ dropDatabase: 1, maxTimeMS: 5000 })).catch(() => undefined));
  return uri;
}

/** Those of this worker that are empty again, with all their indexes. */
const emptied: string[] = [];
const prepared = new Set<string>();
/** Whether a server of this worker has started on it, and left it with its collections and indexes. */
export const isPrepared = (uri: string): boolean => prepared.has(uri);

/** The same, but of the worker: the next file that asks gets it emptied, which is quicker than to make it anew. */
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

const empty = (uri: string) =>
  within(uri, async db => {
    // What was watched is gone, too.
    await db.command({ profile: 0 });
    await db.collection('system.profile').drop();
    const all = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
    // With its indexes it keeps the names of the migrations that made them what they are.
    const own = all.map(({ name }) => name).filter(name => !name.startsWith('system.') && name !== 'migrations');
    const filled = await filledAmong(db, own);
    await Promise.all(filled.map(name => db.collection(name).deleteMany({}, { maxTimeMS: 5000 })));
  });

/** Those that hold something, in one question: most of them are empty after most files. */
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
