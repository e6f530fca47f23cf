import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findMongod } from '@lobby/server/embedded-mongod/find-mongod.ts';
import { keepMongod } from '@lobby/server/embedded-mongod/keep-mongod.ts';
import { MongoClient } from 'mongodb';

const run = promisify(execFile);
const DEMO = join(import.meta.dirname, '../../scripts/demo.ts');

const BUILDING = 'building-';
const SYSTEM: ReadonlySet<string> = new Set(['admin', 'config', 'local']);

/** Tickets of a building where their number does not matter; and of one that nobody writes to, for small sizes. */
export const SMALL_BUILDING = 200;
export const QUIET_BUILDING = 300;

/** A database and the folder of the server that uses it. */
export interface Home {
  uri: string;
  dir: string;
}

/** Shared by the figures of one run: a mongod of its own on a scratch folder, and the buildings made on it. */
export interface Stage {
  mongod: string;
  /** Its process. */
  pid: number;
  dir: string;
  /** The address of an empty database. */
  database: (name: string) => string;
  /** The demo building with so many tickets; made once in a run. */
  building: (tickets: number) => Promise<Home>;
  /** Drops all databases but the buildings: mongod keeps thousands of files open for each, and aborts at the system's limit. */
  clear: () => Promise<void>;
  close: () => Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const dir = mkdtempSync(join(tmpdir(), 'lobby-bench-'));
  const mongod = await findMongod(process.env, console.log);
  const kept = await keepMongod({ binary: mongod, dir, log: { info() {}, warn: console.warn } });
  const buildings = new Map<number, Promise<Home>>();
  const database = (name: string) => kept.uri.replace('/lobby?', `/${name}?`);
  const build = async (tickets: number): Promise<Home> => {
    const home = { uri: database(`${BUILDING}${tickets}`), dir: join(dir, `${BUILDING}${tickets}`) };
    mkdirSync(home.dir);
    await fillDemo(home, tickets);
    return home;
  };
  return {
    mongod,
    pid: Number(readFileSync(join(dir, 'db', 'mongod.lock'), 'utf8')),
    dir,
    database,
    building(tickets) {
      const made = buildings.get(tickets) ?? build(tickets);
      buildings.set(tickets, made);
      return made;
    },
    async clear() {
      const client = await MongoClient.connect(kept.uri);
      const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
      for (const { name } of databases)
        if (!SYSTEM.has(name) && !name.startsWith(BUILDING)) await client.db(name).dropDatabase();
      await client.close();
    },
    async close() {
      await kept.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Makes the demo building with so many tickets and units; without a `uri` on the database that the server itself would keep in that folder. */
export async function fillDemo({ uri, dir }: Home, tickets: number, units = 200): Promise<void> {
  const sizes = ['--units', String(units), '--tickets', String(tickets), '--messages', '1000'];
  await run(process.execPath, [DEMO, ...sizes], {
    env: { ...process.env, DATA_DIR: dir, MONGODB_URI: uri, LOG_LEVEL: 'error' },
  });
}
