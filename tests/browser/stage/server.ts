import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addressOf, endChild } from '../../setup/server/child.ts';

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
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  return {
    url: await addressOf(child, () => said),
    async stop() {
      await endChild(child);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
