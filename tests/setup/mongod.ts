import { execFileSync } from 'node:child_process';
import { MongoMemoryReplSet } from 'mongodb-memory-server';
import type { TestProject } from 'vitest/node';
import { findMongod } from '../../server/kit/mongod/find-mongod.ts';

/** One mongod for the whole run, on a throw-away folder; each test file takes a database of its own from it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const systemBinary = await findMongod(process.env, console.log);
  const [, version] =
    /db version v([\d.]+)/.exec(execFileSync(systemBinary, ['--version'], { encoding: 'utf8' })) ?? [];
  const replicaSet = await MongoMemoryReplSet.create({
    binary: { systemBinary, version },
    replSet: {
      storageEngine: 'wiredTiger',
      args: ['--wiredTigerCacheSizeGB', '1', '--setParameter', 'diagnosticDataCollectionEnabled=false'],
    },
  });
  project.provide('mongod', replicaSet.getUri());
  return async () => {
    await replicaSet.stop();
  };
}
