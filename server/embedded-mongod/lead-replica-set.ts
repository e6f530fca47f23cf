import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, type MongoClient, MongoNetworkError, MongoServerError } from 'mongodb';

type Config = { _id: string; version: number; members: { _id: number; host: string }[] };

/** Errors while mongod reads or changes its configuration; the command is repeated. */
const PASSING = [
  'AlreadyInitialized',
  'NotYetInitialized',
  'InterruptedDueToReplStateChange',
  'ConfigurationInProgress',
];

/** Makes the mongod behind `client` the primary of a one-node set at `host` (host:port), whether new or moved from another port. */
export async function leadReplicaSet(client: MongoClient, host: string): Promise<void> {
  const admin = client.db('admin');
  for (;;) {
    try {
      const hello = await admin.command({ hello: 1 });
      if (hello.isWritablePrimary && hello.me === host) return;
      await configure(admin, host);
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await sleep(20);
  }
}

async function configure(admin: Db, host: string): Promise<void> {
  const config = await readConfig(admin);
  const members = [{ _id: 0, host }];
  if (!config) {
    await admin.command({ replSetInitiate: { _id: 'lobby', members } });
  } else if (config.members[0]?.host !== host) {
    // A node whose address is no longer in the set cannot elect a primary, so the reconfiguration is forced.
    await admin.command({ replSetReconfig: { ...config, version: config.version + 1, members }, force: true });
  }
}

async function readConfig(admin: Db): Promise<Config | undefined> {
  try {
    const { config } = await admin.command({ replSetGetConfig: 1 });
    return config;
  } catch (error) {
    if (error instanceof MongoServerError && error.codeName === 'NotYetInitialized') return undefined;
    throw error;
  }
}

function isPassing(error: unknown): boolean {
  // A node that changes its address closes its connections.
  if (error instanceof MongoNetworkError) return true;
  return error instanceof MongoServerError && PASSING.includes(error.codeName ?? '');
}
