import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, start } from '@lobby/server/app/start.ts';
import { readEnv } from '@lobby/server/env.ts';
import { disconnect } from '@lobby/server/kit/database/database.ts';
import { LIMIT } from '../time/limit.ts';
import type { BesideAnswer, BesideRequest } from './beside.ts';
import { addressOf, endChild } from './child.ts';
import { isPrepared, lentDatabase } from './database.ts';
import { endAfterwards } from './started.ts';

export interface TestServer extends Running {
  uri: string;
  /** Directory with the secrets, shared by the servers of a database. */
  dir: string;
}

const settings = (dir: string) => ({ PORT: '0', DATA_DIR: dir, TRUST_PROXY: '1', JOBS: '0' });

/** Starts the server in this process, by default on an empty database; stopped after the test file. */
export async function startServer({ uri = lentDatabase(), demo = false } = {}): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'lobby-test-'));
  const running = await start(readEnv(settings(dir)), uri, demo, isPrepared(uri)).catch(async error => {
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
  /** Its complete log. */
  log: () => string;
  stop: () => Promise<void>;
  kill: () => void;
}

/** Processes of this worker without a running server. */
const idle: ChildProcess[] = [];

/** Starts a second server on the same database in another process, which is reused later. */
export async function startBeside({ uri, dir }: TestServer): Promise<SecondServer> {
  const host = idle.pop() ?? forkHost();
  const said: string[] = [];
  const hear = (part: string) => void said.push(part);
  for (const stream of [host.stdout, host.stderr]) stream?.on('data', hear);
  const started = await ask(host, { act: 'start', settings: settings(dir), uri });
  if (!('url' in started)) {
    host.kill('SIGKILL');
    throw new Error(`the server did not start:\n${said.join('')}\n${JSON.stringify(started)}`);
  }
  let isRunning = true;
  const stop = async () => {
    if (!isRunning || host.exitCode !== null || host.signalCode !== null) return;
    isRunning = false;
    const stopped = await ask(host, { act: 'stop' });
    for (const stream of [host.stdout, host.stderr]) stream?.off('data', hear);
    if ('stopped' in stopped) idle.push(host);
    else host.kill('SIGKILL');
  };
  endAfterwards(stop);
  return {
    url: started.url,
    pid: host.pid ?? 0,
    log: () => said.join(''),
    stop,
    kill: () => void host.kill('SIGKILL'),
  };
}

function forkHost(): ChildProcess {
  const host = fork(join(import.meta.dirname, 'beside.ts'), {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'info' },
    execArgv: [],
    silent: true,
  });
  for (const stream of [host.stdout, host.stderr]) stream?.setEncoding('utf8');
  process.once('exit', () => void host.kill('SIGKILL'));
  return host;
}

/** Sends a request to a process and waits for its answer or exit. */
function ask(host: ChildProcess, request: BesideRequest): Promise<BesideAnswer> {
  return new Promise(resolve => {
    const late = setTimeout(() => end({ failed: 'no answer' }), LIMIT);
    const end = (answer: BesideAnswer) => {
      clearTimeout(late);
      host.off('message', end);
      host.off('exit', left);
      resolve(answer);
    };
    const left = () => end({ failed: 'the process has ended' });
    host.on('message', end);
    host.once('exit', left);
    host.send(request);
  });
}

/** Starts a second server on the same database as in production: in a process and with settings of its own. */
export async function startAlone(
  { uri, dir }: Pick<TestServer, 'uri' | 'dir'>,
  level = 'info',
  more: Record<string, string> = {},
): Promise<SecondServer> {
  const main = join(import.meta.dirname, '../../../server/main.ts');
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
