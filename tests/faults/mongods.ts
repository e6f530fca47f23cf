import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { stopperOf } from '../load/child.ts';
import { sleep } from '../load/machine.ts';

/** One mongod of a replica set, whose process can be sent signals. */
interface Member {
  host: string;
  signal: (name: NodeJS.Signals) => void;
  stop: () => Promise<void>;
}

/** A replica set of our own. */
export interface Mongods {
  uri: string;
  /** The member that is the primary now. */
  primary: () => Promise<Member>;
  admin: (command: Record<string, unknown>) => Promise<void>;
  stop: () => Promise<void>;
}

interface Made {
  binary: string;
  dir: string;
  members?: number;
  /** In MB. */
  oplog?: number;
  /** Settings of the replica set that differ from mongod's defaults. */
  settings?: Record<string, number>;
  /** Parameters of each mongod, `name=value`. */
  parameters?: string[];
}

/** Starts a replica set on scratch folders. */
export async function startMongods({
  binary,
  dir,
  members = 1,
  oplog = 200,
  settings,
  parameters = [],
}: Made): Promise<Mongods> {
  const made: Member[] = [];
  for (let n = 0; n < members; n++) {
    const folder = join(dir, `member-${n}`);
    mkdirSync(folder, { recursive: true });
    const port = await freePort();
    const args = ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'];
    const limits = ['--replSet', 'faults', '--oplogSize', String(oplog), '--wiredTigerCacheSizeGB', '0.25'];
    const quiet = ['--logpath', join(folder, 'mongod.log'), '--setParameter', 'diagnosticDataCollectionEnabled=false'];
    const more = parameters.flatMap(parameter => ['--setParameter', parameter]);
    const child: ChildProcess = spawn(binary, [...args, ...limits, ...quiet, ...more], { stdio: 'ignore' });
    made.push({
      host: `127.0.0.1:${port}`,
      signal: name => void child.kill(name),
      stop: stopperOf(child),
    });
  }
  const direct = await Promise.all(
    made.map(({ host }) => MongoClient.connect(`mongodb://${host}/?directConnection=true`)),
  );
  const config = {
    _id: 'faults',
    members: made.map(({ host }, _id) => ({ _id, host })),
    ...(settings && { settings }),
  };
  await direct[0]?.db('admin').command({ replSetInitiate: config });
  const hosts = made.map(one => one.host).join();
  const uri = `mongodb://${hosts}/lobby?replicaSet=faults`;
  for (const one of direct) await one.close();
  const client = await MongoClient.connect(uri, { serverSelectionTimeoutMS: 30_000 });
  // A member that still copies from the first cannot take over from it.
  for (let copied = 0; copied < members; await sleep(100)) {
    const { members: all } = await client.db('admin').command({ replSetGetStatus: 1 });
    copied = all.filter((one: { state: number }) => one.state === 1 || one.state === 2).length;
  }
  return {
    uri,
    async primary() {
      const { primary } = await client.db('admin').command({ hello: 1 });
      const found = made.find(one => one.host === primary);
      if (!found) throw new Error('nobody leads the replica set');
      return found;
    },
    // A primary that steps down closes the connection over which it was told to.
    admin: async command =>
      void (await client
        .db('admin')
        .command(command)
        .catch(() => undefined)),
    async stop() {
      await client.close();
      for (const one of made) one.signal('SIGCONT');
      await sleep(50);
      for (const one of made) one.signal('SIGKILL');
      await Promise.all(made.map(one => one.stop()));
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  probe.close();
  await once(probe, 'close');
  return port;
}
