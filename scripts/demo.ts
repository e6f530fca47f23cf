import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { loadDemo } from '../server/demo/load-demo.ts';
import { EMPTIED, REPLACED } from '../server/demo/replaced.ts';
import { findMongod } from '../server/embedded-mongod/find-mongod.ts';
import { keepMongod } from '../server/embedded-mongod/keep-mongod.ts';
import { type Env, mastersIn, readEnv } from '../server/env.ts';
import { connect, db, disconnect, ensureCollections, transaction } from '../server/kit/database/database.ts';
import { configureFiles, fileCollection } from '../server/kit/files/file-store.ts';
import { log } from '../server/kit/ops/log.ts';
import { configurePersonalSecret } from '../server/kit/privacy/personal.ts';
import { eventCollection, type NewEvent, writeEvents } from '../server/kit/store/events.ts';
import { prepareStore } from '../server/migrations/prepare-store.ts';
import { configureSessionSecret } from '../server/platform/auth/sessions.ts';
import { hasDemo, isEmpty } from '../server/platform/projects/installation.ts';
import { projects } from '../server/platform/projects/projects.ts';

// Recreates the demo in any size: npm run demo -- --units 5000 --tickets 100000 --messages 100000

const HELP = `npm run demo -- [--units n] [--tickets n] [--messages n]

Replaces the demo by a new one: units and tickets of Hoa Sen, and about so many messages
in the conversations of its closed tickets. Uses the database of the running server, else starts it.`;
const MOST = { units: 20_000, tickets: 1_000_000, messages: 2_000_000 };
type Sizes = Partial<Record<keyof typeof MOST, number>>;

const say = (line: string) => process.stdout.write(`${line}\n`);

function readSizes(): Sizes | null {
  const text = { type: 'string' } as const;
  const options = { units: text, tickets: text, messages: text, help: { type: 'boolean' } } as const;
  const { help, ...texts } = parseArgs({ options }).values;
  if (help) return null;
  const sizes: Sizes = {};
  for (const name of ['units', 'tickets', 'messages'] as const) {
    const typed = texts[name];
    if (typed === undefined) continue;
    const size = Number(typed);
    if (!Number.isInteger(size) || size < 1 || size > MOST[name])
      throw new Error(`--${name} is a whole number from 1 to ${MOST[name]}`);
    sizes[name] = size;
  }
  return sizes;
}

/** Returns the URI of the database of the server that runs on this DATA_DIR. */
function runningUri({ DATA_DIR }: Env): string | null {
  try {
    const { pid, uri } = JSON.parse(readFileSync(join(DATA_DIR, 'server.json'), 'utf8'));
    process.kill(pid, 0);
    return typeof uri === 'string' ? uri : null;
  } catch {
    // No server has run here, or it has ended.
    return null;
  }
}

/** Removes the existing demo; refuses to remove other data. */
async function clear(running: boolean): Promise<void> {
  if (!(await hasDemo()) && !(await isEmpty()))
    throw new Error('this database holds real data: a demo is never loaded over it');
  for (const { name } of REPLACED) {
    // A running server watches the events, and dropping the collection would end its change stream.
    if (running && name === eventCollection.name) await db().collection(name).deleteMany({});
    else await db().collection(name).drop();
  }
  for (const name of EMPTIED) await db().collection(name).deleteMany({});
  // Without a server the indexes are created after the load, which is faster.
  if (running) await ensureCollections(REPLACED);
  // Files of the demo are created again under the same ids. The others are no longer referenced, so the cleanup job deletes
  // them.
  const files = db().collection(fileCollection.name);
  await files.deleteMany({ userId: 'demo' });
  await files.updateMany({ used: true }, { $set: { used: false } });
}

/** Tells servers and clients that everything changed: writes an event for each kind of record. */
async function announce(now: Date): Promise<void> {
  const rows: NewEvent[] = [];
  for await (const { _id: projectId } of projects().find())
    for (const { code, name } of MODULES)
      rows.push({
        at: now,
        projectId,
        module: code,
        entity: name,
        entityId: null,
        action: 'import',
        actor: { id: 'system', name: 'Lobby' },
        before: null,
        after: null,
        version: 0,
        row: null,
        run: 'demo',
      });
  await transaction(async session => void (await writeEvents(rows, session)));
}

async function replaceDemo(sizes: Sizes): Promise<void> {
  const env = readEnv(process.env);
  configurePersonalSecret(env.secrets.personal, () => mastersIn(env.DATA_DIR));
  configureSessionSecret(env.secrets.signing);
  configureFiles(env.DATA_DIR, env.secrets.signing);
  const running = runningUri(env);
  const uri = running ?? env.MONGODB_URI;
  const mongod = uri ? null : await keepMongod({ binary: await findMongod(process.env, say), dir: env.DATA_DIR, log });
  try {
    await connect(uri ?? mongod?.uri ?? '', 0);
    const begun = performance.now();
    // The loaded data has the current format, so that no migration may run on it.
    if (!running) await prepareStore();
    await clear(running !== null);
    const count = await loadDemo(sizes, new Date());
    await ensureCollections(REPLACED);
    await announce(new Date());
    say(`${count} documents in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  } finally {
    await disconnect();
    await mongod?.stop();
  }
}

try {
  const sizes = readSizes();
  if (sizes) await replaceDemo(sizes);
  else say(HELP);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
