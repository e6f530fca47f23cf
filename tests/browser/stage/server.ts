import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');

/** The real server, in a process of its own, with the demo. */
export interface Building {
  url: string;
  stop: () => Promise<void>;
}

interface Settings {
  /** An empty database, or one with a demo; without it the server starts a mongod of its own. */
  uri?: string;
  /** The built client. */
  client?: string;
  /** How much of what the demo has: `{tickets: 100000}`. */
  sizes?: Readonly<Record<string, number>>;
}

/** Starts the server on scratch data that is gone afterwards. */
export async function openBuilding({ uri = '', client = 'client/dist', sizes }: Settings): Promise<Building> {
  const dir = mkdtempSync(join(tmpdir(), 'lobby-building-'));
  const settings = { PORT: '0', DATA_DIR: dir, MONGODB_URI: uri, CLIENT_DIR: client, DEMO: '1', LOG_LEVEL: 'error' };
  // Without jobs: nothing happens that nobody has done.
  const env = { ...process.env, NODE_ENV: 'production', ...settings, JOBS: '0' };
  if (sizes) {
    const asked = Object.entries(sizes).flatMap(([name, size]) => [`--${name}`, String(size)]);
    await run(process.execPath, [join(ROOT, 'scripts/demo.ts'), ...asked], { cwd: ROOT, env });
  }
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  return {
    url: await addressIn(child.stdout.setEncoding('utf8')),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    output.on('end', () => reject(new Error(`the server did not start: ${said}`)));
    output.on('data', (part: string) => {
      said += part;
      const found = /running at (http:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
}
