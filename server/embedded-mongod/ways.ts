import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Tell = (message: string) => void;
/** A way to find a mongod: returns its path, or undefined if there is none; an error says why it failed. */
export type Way = { name: string; find: (env: NodeJS.ProcessEnv, tell: Tell) => Promise<string | undefined> };

/** Runs a command to its end and returns its output. */
export const run = promisify(execFile);

/** Folder of binaries shared by all clones of this user. */
export const cacheOf = (env: NodeJS.ProcessEnv) => join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'lobby');

/** The first executable mongod in these folders. */
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
