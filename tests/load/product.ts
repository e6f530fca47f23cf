import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { stopperOf } from './child.ts';
import type { Home } from './stage.ts';

const MAIN = join(import.meta.dirname, '../../server/main.ts');
const PASSWORD = 'lobby-demo';

/** The product at work, and one of its staff signed in. */
export interface Product extends Served, SignedIn {}

interface SignedIn {
  projectId: string;
  token: string;
  headers: Record<string, string>;
}

/** The server as a process, nobody signed in. */
export interface Served {
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

/**
 * Starts the real server in a process of its own; with BENCH_PROFILE=<folder> it leaves a CPU profile there,
 * with BENCH_LOG=<file> what it says. An empty `uri` has it keep a mongod itself.
 */
export async function startServer({ uri, dir }: Home, more: Record<string, string> = {}): Promise<Served> {
  const profile = process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : [];
  const settings = {
    PORT: '0',
    DATA_DIR: dir,
    MONGODB_URI: uri,
    DEMO: '0',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
    ...more,
  };
  const child = spawn(process.execPath, [...profile, MAIN], {
    env: { ...process.env, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = stopperOf(child);
  if (process.env.BENCH_LOG) child.stdout.pipe(createWriteStream(process.env.BENCH_LOG, { flags: 'a' }));
  return { url: await addressOf(child.stdout), pid: child.pid ?? 0, stop };
}

/** Starts the real server and signs one of the staff in. */
export async function startProduct(
  home: Home,
  email = 'admin@hoasen.demo',
  more: Record<string, string> = {},
): Promise<Product> {
  const server = await startServer(home, more);
  return { ...server, ...(await signIn(server.url, email)) };
}

function addressOf(output: Readable): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    output.setEncoding('utf8').on('data', (part: string) => {
      // Prints failed requests, so that a run that fails can be understood.
      for (const line of part.split('\n')) if (line.includes('request failed')) console.error(line);
      said += part;
      const found = /running at (http:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    output.once('end', () => reject(new Error(`the server did not start: ${said}`)));
  });
}

/** Signs one of the demo's staff in. */
export async function signIn(url: string, email = 'admin@hoasen.demo'): Promise<SignedIn> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { data } = (await response.json()) as { data: { accessToken: string; employees: { projectId: string }[] } };
  const projectId = data.employees[0]?.projectId ?? '';
  const token = data.accessToken;
  return {
    projectId,
    token,
    headers: { Authorization: `Bearer ${token}`, 'X-Project-Id': projectId, 'Content-Type': 'application/json' },
  };
}

/** Calls the product; answers `data`, throws what it refuses. */
export async function call<T>(
  { url, headers }: Product,
  method: string,
  path: string,
  body?: object,
): Promise<{ data: T; headers: Headers }> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: T };
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return { data: answer.data, headers: response.headers };
}
