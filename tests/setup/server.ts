import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '@lobby/server/env.ts';
import { disconnect } from '@lobby/server/kit/database/database.ts';
import { type Running, start } from '@lobby/server/start.ts';
import { addressOf, endChild } from './child.ts';
import { lentDatabase } from './database.ts';
import { endAfterwards } from './started.ts';

export interface TestServer extends Running {
  uri: string;
  /** Holds the secrets, which servers of one database share. */
  dir: string;
}

const settings = (dir: string) => ({ PORT: '0', DATA_DIR: dir, TRUST_PROXY: '1', JOBS: '0' });

/** Starts the product in this process, by default on an empty database of its own; stopped after the tests of the file. */
export async function startServer({ uri = lentDatabase(), demo = false } = {}): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'lobby-test-'));
  const running = await start(readEnv(settings(dir)), uri, demo).catch(async error => {
    await disconnect();
    throw error;
  });
  endAfterwards(async () => {
    await running.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  return { ...running, uri, dir };
}

export interface SecondServer {
  url: string;
  pid: number;
  /** All that it has written to its log. */
  log: () => string;
  stop: () => Promise<void>;
  kill: () => void;
}

/** Starts a second server on the same database, in a process of its own. */
export async function startBeside(
  { uri, dir }: TestServer,
  level = 'info',
  more: Record<string, string> = {},
): Promise<SecondServer> {
  const main = join(import.meta.dirname, '../../server/main.ts');
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      ...settings(dir),
      NODE_ENV: 'production',
      LOG_LEVEL: level,
      MONGODB_URI: uri,
      DEMO: '0',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => said.push(part));
  const atExit = () => void child.kill('SIGKILL');
  process.once('exit', atExit);
  child.once('exit', () => process.off('exit', atExit));
  const url = await addressOf(child, () => said.join(''));
  const stop = () => endChild(child);
  endAfterwards(stop);
  return { url, pid: child.pid ?? 0, log: () => said.join(''), stop, kill: () => void child.kill('SIGKILL') };
}
