import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const APT = '/usr/bin/apt-get';
/** PATH that the maintainer scripts of Debian packages expect. */
const DEBIAN_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** A program that some tests need but the product does not. */
export interface Program {
  title: string;
  /** The environment variable that gives its path. */
  setting: string;
  /** File names that it may have, the preferred first. */
  names: readonly string[];
  /** Paths to try besides the PATH. */
  elsewhere?: readonly string[];
  /** Debian packages that contain it, of which the first installable one is installed; without them it is only searched for. */
  packages?: readonly string[];
}

/** Delays before the three attempts of a download, in ms. */
const PAUSES = [0, 5000, 20_000];

type Tell = (message: string) => void;

/**
 * Returns the path of a program, which is installed from Debian if this runs as root and it is missing; undefined if it is
 * unavailable.
 */
export async function findProgram(program: Program, tell: Tell = () => {}): Promise<string | undefined> {
  const { setting, names, elsewhere = [] } = program;
  if (process.env[setting]) return process.env[setting];
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const installed = () => firstOf([...pathsIn(folders, names), ...elsewhere]);
  const found = await installed();
  if (found || !(await installFromDebian(program, tell))) return found;
  return (await installed()) ?? firstOf(pathsIn(['/usr/bin', '/usr/sbin'], names));
}

const pathsIn = (folders: readonly string[], names: readonly string[]) =>
  folders.flatMap(folder => names.map(name => join(folder, name)));

/** Installs one of the Debian packages and returns whether that succeeded; reports its start, and why it failed. */
async function installFromDebian({ title, packages = [] }: Program, tell: Tell): Promise<boolean> {
  if (packages.length === 0 || process.getuid?.() !== 0 || !(await firstOf([APT]))) return false;
  tell(`Installing ${title} for the tests (once, up to a few minutes)`);
  // Only a program for tests: no services are started.
  const env = { ...process.env, PATH: DEBIAN_PATH, DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1' };
  const apt = (...args: string[]) => run(APT, ['-qq', ...args], { env, maxBuffer: 64 << 20 });
  let failed: string[] = [];
  for (const pause of PAUSES) {
    await wait(pause);
    failed = [await apt('update').then(nothing, reasonOf)];
    for (const name of packages) {
      const failure = await apt('install', '-y', '--no-install-recommends', name).then(nothing, reasonOf);
      if (!failure) return true;
      failed.push(failure);
    }
  }
  tell(`apt-get could not install it:\n${failed.filter(Boolean).join('\n')}`);
  return false;
}

const nothing = () => '';
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).trim();

async function firstOf(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if (await isExecutable(path)) return path;
  return undefined;
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
