import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findMongod } from '../../server/embedded-mongod/find-mongod.ts';
import { type KeptMongod, keepMongod } from '../../server/embedded-mongod/keep-mongod.ts';

const quiet = { info: () => {}, warn: () => {} };
let dir: string;
let kept: KeptMongod | undefined;

const keep = async () => keepMongod({ binary: await findMongod(), dir, log: quiet });
const pidOfMongod = async () => Number(await readFile(join(dir, 'db/mongod.lock'), 'utf8'));
const portOf = (uri: string) => Number(new URL(uri).port);

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lobby-mongod-'));
});
afterEach(async () => {
  await kept?.stop();
  kept = undefined;
  await rm(dir, { recursive: true });
});

it('keeps the data and the port over a restart, and the data where the port is taken', {
  timeout: 30_000,
}, async () => {
  kept = await keep();
  const first = kept.uri;
  await withRows(first, rows => rows.insertOne({ word: 'kept' }));
  await kept.stop();
  kept = await keep();
  expect(kept.uri).toBe(first);
  await kept.stop();
  const other = createServer(socket => socket.destroy()).listen(portOf(first), '127.0.0.1');
  await once(other, 'listening');
  kept = await keep();
  other.close();
  expect(portOf(kept.uri)).not.toBe(portOf(first));
  expect(await withRows(kept.uri, rows => rows.countDocuments())).toBe(1);
});

it('starts mongod again when it is killed', { timeout: 30_000 }, async () => {
  kept = await keep();
  const pid = await pidOfMongod();
  await withRows(kept.uri, async rows => {
    await rows.insertOne({ word: 'before' });
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => rows.insertOne({ word: 'after' }).catch(() => undefined), { timeout: 10_000 }).toBeTruthy();
    expect(await rows.countDocuments({ word: 'before' })).toBe(1);
  });
  expect(await pidOfMongod()).not.toBe(pid);
});

it('is refused while another server lives, and follows one that was killed', { timeout: 30_000 }, async () => {
  const other = await keepElsewhere();
  try {
    await expect(keep()).rejects.toThrow(/used by another server/);
  } finally {
    other.kill('SIGKILL');
    await once(other, 'exit');
  }
  const left = await pidOfMongod();
  kept = await keep();
  expect(await pidOfMongod()).not.toBe(left);
  expect(await withRows(kept.uri, rows => rows.countDocuments())).toBe(0);
});

it('names the reason where mongod cannot start', async () => {
  const started = keepMongod({ binary: '/bin/false', dir, log: quiet });
  await expect(started).rejects.toThrow(/did not start/);
});

async function withRows<T>(
  uri: string,
  use: (rows: ReturnType<ReturnType<MongoClient['db']>['collection']>) => Promise<T>,
): Promise<T> {
  const client = await MongoClient.connect(uri);
  try {
    return await use(client.db().collection('rows'));
  } finally {
    await client.close();
  }
}

/** Second server: the same keeper in a separate process. */
async function keepElsewhere(): Promise<ChildProcess> {
  const file = join(import.meta.dirname, '../../server/embedded-mongod/keep-mongod.ts');
  const options = `{ binary: ${JSON.stringify(await findMongod())}, dir: ${JSON.stringify(dir)}, log: { info() {}, warn() {} } }`;
  const code = `const { keepMongod } = await import(${JSON.stringify(file)}); await keepMongod(${options}); console.log('up'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}
