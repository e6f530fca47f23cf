import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { db } from '@lobby/server/kit/database/database.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { Binary, Decimal128, Double, Int32, Long, MongoClient, Timestamp } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { deskOf } from '../setup/house/desk.ts';
import { freshDatabase } from '../setup/server/database.ts';
import { until } from '../setup/server/listener.ts';
import { startAlone, startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const temp = mkdtempSync(join(tmpdir(), 'lobby-backup-'));
afterAll(() => rmSync(temp, { recursive: true, force: true }));
// One that held nothing before: what other tests leave (an empty collection of theirs) is no part of an installation.
const server = await startServer({ uri: freshDatabase() });
const site = await makeSite(server.url, 'Alpha');
const desk = deskOf(site);
const root = join(import.meta.dirname, '../..');

/** Runs a command as people do; answers whether it went well and what it said. */
async function command(name: 'backup' | 'restore', args: string[], dataDir: string, uri: string) {
  const child = spawn(process.execPath, [join(root, `scripts/${name}.ts`), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, MONGODB_URI: uri, HOST: '' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', part => {
      said += part;
    });
  const [code] = await once(child, 'close');
  return { good: code === 0, said };
}

/** A folder for a server, with these secrets. */
function dataDir(name: string, secretsOf: string | null): string {
  const dir = join(temp, name);
  mkdirSync(dir, { recursive: true });
  if (secretsOf) copyFileSync(join(secretsOf, 'secrets.json'), join(dir, 'secrets.json'));
  return dir;
}

/** Every lasting document as the bytes it is, hashed by collection, and every index. */
async function contents(uri: string): Promise<Record<string, unknown>> {
  const client = await MongoClient.connect(uri);
  try {
    const found: Record<string, unknown> = {};
    const all = await client.db().listCollections().toArray();
    for (const { name } of all.filter(one => !['locks', 'presence', 'rate_limits', 'restoring'].includes(one.name))) {
      const rows = client.db().collection(name);
      const hash = createHash('sha256');
      for await (const row of rows.find({}, { raw: true }).sort({ _id: 1 })) hash.update(row as unknown as Uint8Array);
      const indexes = (await rows.listIndexes().toArray()).map(index => JSON.stringify(index)).sort();
      found[name] = [await rows.countDocuments(), hash.digest('hex'), indexes];
    }
    return found;
  } finally {
    await client.close();
  }
}

const folder = join(temp, 'first');
const png = readFileSync(join(root, 'docs/help-desk.png'));
const form = new FormData();
form.append('files', new Blob([new Uint8Array(png)]), 'desk.png');
const { data: uploaded } = await site.ann.post<{ id: string }[]>('/upload', form);
const first = await desk.open({ images: [uploaded[0]?.id] });
// Values that a JavaScript object would change: keys that look like numbers, numbers of other types, an index with a date in it.
await db()
  .collection<{ _id: string; [more: string]: unknown }>('odd')
  .insertMany([
    { _id: 'a', b: 1, 10: 'ten', 9: 'nine', one: new Int32(1), two: new Double(2), long: Long.fromNumber(3) },
    { _id: 'b', money: Decimal128.fromString('1.10'), bytes: new Binary(Buffer.from([0, 255])), ts: new Timestamp(5n) },
    { _id: 'c', text: 'Nguyễn Thị Hồng Nhung', at: new Date(0), none: null, list: [[], {}] },
  ]);
await db()
  .collection('odd')
  .createIndex({ at: -1 }, { partialFilterExpression: { at: { $gt: new Date(0) } }, sparse: false });

it('writes all of it at one moment, while the server works on', async () => {
  const working = { on: true };
  let made = 0;
  const work = Array.from({ length: 4 }, async () => {
    while (working.on) {
      await desk.open();
      made++;
    }
  });
  await until(() => made > 10);
  const { good, said } = await command('backup', [folder], server.dir, server.uri);
  working.on = false;
  await Promise.all(work);
  expect(said).toContain('read again and found right');
  expect(good).toBe(true);
  expect(statSync(folder).mode & 0o77).toBe(0);
  const counts = Object.fromEntries(
    [...said.matchAll(/^(\w+): (\d+) documents$/gm)].map(([, name, n]) => [name, Number(n)]),
  );
  // Each ticket came with its event in one transaction; the backup must not show one without the other.
  expect(counts.tickets).toBeGreaterThan(5);
  const events = readFileSync(join(folder, 'collections/events.bson'), 'latin1');
  const creations = events.split('\0\x02entity\0\x07\0\0\0ticket\0').length - 1;
  expect(creations).toBe(counts.tickets);
}, 60_000);

it('comes back byte for byte, and a server works on it', async () => {
  const whole = join(temp, 'whole');
  expect(await command('backup', [whole], server.dir, server.uri)).toMatchObject({ good: true });
  const before = await contents(server.uri);
  const uri = freshDatabase();
  const dir = dataDir('restored', server.dir);
  expect(await command('restore', [whole], dir, uri)).toMatchObject({ good: true });
  expect(await contents(uri)).toEqual(before);

  const second = await startAlone({ ...server, uri, dir });
  const ann = site.ann.at(second.url);
  const read = await ann.get<{ title: string; images: { url: string }[] }>(`${ticket.path}/${first.id}`);
  expect(read.status).toBe(200);
  expect((await ann.file(read.data.images[0]?.url ?? '')).status).toBe(200);
  expect((await desk.open({}, ann)).code).not.toBe(first.code);
}, 60_000);

it('goes only into an empty database, with the right secrets', async () => {
  const uri = freshDatabase();
  const refused = async (said: RegExp, from: string, dir: string, to = uri) => {
    const answer = await command('restore', [from], dir, to);
    expect(answer.said).toMatch(said);
    expect(answer.good).toBe(false);
  };
  await refused(/not empty/, folder, dataDir('again', server.dir), server.uri);
  await refused(/has no secrets/, folder, dataDir('none', null));
  const other = dataDir('other', null);
  writeFileSync(join(other, 'secrets.json'), '{}');
  await refused(/of another installation/, folder, other);
  const busy = dataDir('busy', server.dir);
  mkdirSync(join(busy, 'files/x'), { recursive: true });
  await refused(/files is not empty/, folder, busy);
  expect(await contents(uri)).toEqual({});
}, 60_000);

it('refuses what is damaged or not ours, before it writes anything', async () => {
  const uri = freshDatabase();
  const dir = dataDir('target', server.dir);
  const spoilt = async (name: string, file: string, spoil: (bytes: Buffer) => Buffer | null, said: RegExp) => {
    const copy = join(temp, name);
    cpSync(folder, copy, { recursive: true });
    const bytes = spoil(readFileSync(join(copy, file)));
    if (bytes) writeFileSync(join(copy, file), bytes);
    else rmSync(join(copy, file));
    const answer = await command('restore', [copy], dir, uri);
    expect(answer.said).toMatch(said);
    expect(answer.good).toBe(false);
  };
  const flip = (bytes: Buffer) => {
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9);
    return bytes;
  };
  const resigned = (change: (text: string) => string) => (bytes: Buffer) => {
    const text = change(bytes.toString().split('\n').slice(1).join('\n').trimEnd());
    return Buffer.from(`${createHash('sha256').update(text).digest('hex')}\n${text}\n`);
  };
  await spoilt('flipped', 'collections/tickets.bson', flip, /tickets\.bson is damaged/);
  await spoilt('short', 'collections/events.bson', bytes => bytes.subarray(0, -20), /events\.bson is damaged/);
  await spoilt('lost', 'collections/users.bson', () => null, /users\.bson is missing/);
  await spoilt('manifest', 'manifest.json', flip, /manifest\.json is damaged/);
  await spoilt('no-manifest', 'manifest.json', () => null, /holds no backup/);
  const foreign = resigned(text => text.replace('lobby-backup', 'other-backup'));
  await spoilt('foreign', 'manifest.json', foreign, /not of a backup that this version reads/);
  const climbing = resigned(text => text.replace('"name": "users"', '"name": "../users"'));
  await spoilt('climbing', 'manifest.json', climbing, /not of a backup that this version reads/);
  expect(await contents(uri)).toEqual({});
}, 60_000);

it('a restore that was killed can be run again, and no server starts on what it left', async () => {
  const uri = freshDatabase();
  const dir = dataDir('killed', server.dir);
  const child = spawn(process.execPath, [join(root, 'scripts/restore.ts'), folder], {
    env: { ...process.env, DATA_DIR: dir, MONGODB_URI: uri, HOST: '' },
  });
  child.stdout.setEncoding('utf8').on('data', (part: string) => part.includes('documents') && child.kill('SIGKILL'));
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  await expect(startAlone({ ...server, uri, dir })).rejects.toThrow(/restore into the database .* was not finished/);
  expect((await command('backup', [join(temp, 'half')], dir, uri)).said).toMatch(/was not finished/);
  const foreign = dataDir('foreign-uploads', server.dir);
  mkdirSync(join(foreign, 'files/x'), { recursive: true });
  expect((await command('restore', [folder], foreign, uri)).said).toMatch(/files is not empty/);
  mkdirSync(join(dir, 'files/x'), { recursive: true });
  const { good, said } = await command('restore', [folder], dir, uri);
  expect(said).toMatch(/begun anew/);
  expect(good).toBe(true);
  const second = await startAlone({ ...server, uri, dir });
  expect((await site.ann.at(second.url).get(`${ticket.path}/${first.id}`)).status).toBe(200);
  expect((await command('restore', [folder], dir, uri)).said).toMatch(/is not empty/);
}, 90_000);

it('takes the secrets along when it is told to', async () => {
  const whole = join(temp, 'with-secrets');
  expect(await command('backup', [whole, '--with-secrets'], server.dir, server.uri)).toMatchObject({ good: true });
  expect(statSync(join(whole, 'secrets.json')).mode & 0o77).toBe(0);
  const dir = dataDir('moved', null);
  expect(await command('restore', [whole], dir, freshDatabase())).toMatchObject({ good: true });
  expect(readFileSync(join(dir, 'secrets.json'))).toEqual(readFileSync(join(server.dir, 'secrets.json')));
  expect(await command('backup', [whole], server.dir, server.uri)).toMatchObject({ good: false });
}, 60_000);
