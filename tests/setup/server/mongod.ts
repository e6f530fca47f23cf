import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoMemoryReplSet } from 'mongodb-memory-server';
import type { TestProject } from 'vitest/node';
import { findMongod } from '../../../server/embedded-mongod/find-mongod.ts';

const MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;

/** Folder in memory if there is room, as writes would otherwise wait for the disk. */
function folder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return mkdtempSync(join(bavail * bsize > ROOM ? MEMORY : tmpdir(), 'lobby-mongod-'));
  } catch {
    return mkdtempSync(join(tmpdir(), 'lobby-mongod-'));
  }
}

/** One mongod for the whole run in a temporary folder; each test file uses a database of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const systemBinary = await findMongod(process.env, console.log);
  const [, version] =
    /db version v([\d.]+)/.exec(execFileSync(systemBinary, ['--version'], { encoding: 'utf8' })) ?? [];
  const dbPath = folder();
  const replicaSet = await MongoMemoryReplSet.create({
    binary: { systemBinary, version },
    replSet: {
      storageEngine: 'wiredTiger',
      args: [
        // Checkpoints are pointless for temporary data.
        '--syncdelay',
        '600',
        // Dirty pages stay in the cache while there is room.
        '--wiredTigerEngineConfigString',
        'eviction_dirty_target=60,eviction_dirty_trigger=80,eviction_updates_target=40,eviction_updates_trigger=60',
        '--oplogSize',
        '512',
        '--wiredTigerCacheSizeGB',
        '1',
        '--setParameter',
        'diagnosticDataCollectionEnabled=false',
        // The TTL monitor uses the real clock, not that of the tests.
        '--setParameter',
        'ttlMonitorEnabled=false',
        '--unixSocketPrefix',
        tmpdir(),
      ],
    },
    instanceOpts: [{ dbPath }],
  });
  const [port] = replicaSet.servers.map(server => server.instanceInfo?.port);
  const socket = encodeURIComponent(`${tmpdir()}/mongodb-${port}.sock`);
  // A Unix socket takes half the time of TCP.
  project.provide('mongod', `mongodb://${socket}/?directConnection=true`);
  return async () => {
    await replicaSet.stop();
    rmSync(dbPath, { recursive: true, force: true });
  };
}
