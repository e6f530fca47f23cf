import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Tell = (message: string) => void;
/** A way to a mongod: its path, or nothing where there is none; an error says why it failed. */
export type Way = { name: string; find: (env: NodeJS.ProcessEnv, tell: Tell) => Promise<string | undefined> };

/** Runs a command to its end and answers what it wrote. */
export const run = promisify(execFile);

/** Where binaries are kept for all clones of this user. */
export const cacheOf = (env: NodeJS.ProcessEnv) => join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'lobby');

/** The first mongod in these folders that may be run. */
export async function firstExecutable(folders: string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const binary = join(folder, 'mongod');
    const found = await access(binary, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (folder && found) return binary;
  }
  return undefined;
}
