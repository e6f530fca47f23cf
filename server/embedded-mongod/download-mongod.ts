import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheOf, type Way } from './ways.ts';

/** A download without progress for this long is given up. */
const STILL_MS = 10_000;

const folderIn = (env: NodeJS.ProcessEnv) => env.MONGOMS_DOWNLOAD_DIR || join(cacheOf(env), 'downloads');

/** A binary that mongodb-memory-server downloaded before. */
export const downloadHere: Way = {
  name: 'a MongoDB downloaded before',
  async find(env) {
    const names: string[] = await readdir(folderIn(env)).catch(() => []);
    // The checksum is written last: without it the file is incomplete.
    const whole = names.filter(name => name.startsWith('mongod') && names.includes(`${name}.md5`)).sort();
    const newest = whole.at(-1);
    return newest && join(folderIn(env), newest);
  },
};

/** Downloads MongoDB by mongodb-memory-server, with its settings (`MONGOMS_VERSION`, `MONGOMS_DOWNLOAD_MIRROR` ...). */
export const downloadFetched: Way = {
  name: 'MongoDB downloaded by mongodb-memory-server',
  async find(env, tell) {
    const folder = folderIn(env);
    await mkdir(folder, { recursive: true });
    tell('Downloading MongoDB (about 100 MB, once)');
    const child = spawn(process.execPath, [join(import.meta.dirname, 'fetch-by-memory-server.ts')], {
      env: {
        ...env,
        // One attempt, verified by checksum; the package's default does not verify TLS certificates.
        MONGOMS_MAX_RETRIES: '1',
        MONGOMS_MD5_CHECK: '1',
        npm_config_strict_ssl: 'true',
        MONGOMS_DOWNLOAD_DIR: folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const outputs = ['', ''];
    for (const [n, stream] of [child.stdout, child.stderr].entries())
      stream.setEncoding('utf8').on('data', (part: string) => {
        outputs[n] += part;
      });
    let still = false;
    const watch = watchGrowth(folder, () => {
      still = true;
      child.kill('SIGKILL');
    });
    const [code] = await once(child, 'close');
    clearInterval(watch);
    if (still) throw new Error(`nothing came for ${STILL_MS / 1000} s`);
    if (code !== 0) throw new Error(lastLine(outputs[1]));
    return lastLine(outputs[0]);
  },
};

/** Calls back when the files of a folder have not grown within the limit. */
function watchGrowth(folder: string, giveUp: () => void): NodeJS.Timeout {
  let size = -1;
  let grown = Date.now();
  return setInterval(async () => {
    const now = await fetchSize(folder);
    if (now !== size) [size, grown] = [now, Date.now()];
    else if (Date.now() - grown > STILL_MS) giveUp();
  }, 250);
}

async function fetchSize(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = names.map(name =>
    stat(join(folder, name)).then(
      found => found.size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

const lastLine = (output = '') => output.trim().split('\n').at(-1);
