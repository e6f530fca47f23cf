import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Definition } from '@lobby/shared/kit/definition.ts';

const run = promisify(execFile);

type Module = Pick<Definition, 'name' | 'code' | 'route'>;

/** So many commits back a change of a module is looked at. */
const COMMITS = 20;
/** In so many days every module has its turn. */
const TURNS = 8;
const DIFF = ['-p', '-U0', '-M', '--no-color', '--no-ext-diff', '--src-prefix=a/', '--dst-prefix=b/'];
const DAY_MS = 86_400_000;
const ROOMS = /^(?:(?:shared|server|client)\/modules|shared\/locales\/\w+)\/(.+)$/;

/** The names that a folder or a file of a module may have: its own, that of its permission, that of its screen. */
const namesOf = ({ name, code, route = name }: Module): readonly string[] => [
  name,
  code.toLowerCase().replaceAll('_', '-'),
  route,
  route.replace(/s$/, ''),
];

/** The modules whose files are among these paths; those that share a permission are one. */
function modulesAt<T extends Module>(modules: readonly T[], paths: readonly string[]): T[] {
  const parts = new Set(paths.flatMap(path => ROOMS.exec(path)?.[1]?.split('/') ?? []).map(part => part.split('.')[0]));
  const codes = new Set(modules.filter(one => namesOf(one).some(name => parts.has(name))).map(({ code }) => code));
  return modules.filter(({ code }) => codes.has(code));
}

/** The modules of these changes, each a list of paths. One of more than half of the modules is a change of what they share, as good in any. */
export const changedModules = <T extends Module>(modules: readonly T[], changes: readonly (readonly string[])[]): T[] =>
  changes.map(paths => modulesAt(modules, paths)).flatMap(found => (found.length > modules.length / 2 ? [] : found));

/** The modules whose turn it is on the day of a moment: an eighth of all, another each day; those that share a permission are one. */
export function modulesOf<T extends Pick<Module, 'code'>>(modules: readonly T[], at: Date): T[] {
  const codes = [...new Set(modules.map(({ code }) => code))];
  const turn = Math.floor(at.getTime() / DAY_MS) % TURNS;
  return modules.filter(({ code }) => codes.indexOf(code) % TURNS === turn);
}

/** A line of a file that says where others lie. */
const IMPORT = /^(?:import\b.*|(?:export\b.*|\}) from '.*';)?$/;

/** The paths that a diff changes; not of files that were only moved, or whose imports alone follow others that were. */
export function pathsIn(diff: string): string[] {
  return diff.split(/^diff --git /m).flatMap(file => {
    const [head = '', ...hunks] = file.split(/^@@ .*$/m);
    const lines = hunks.flatMap(hunk => hunk.split('\n').filter(line => /^[+-]/.test(line)));
    const isChanged = lines.some(line => !IMPORT.test(line.slice(1).trim()));
    return isChanged ? [...head.matchAll(/^(?:---|\+\+\+) [ab]\/(.+)$/gm)].map(([, path = '']) => path) : [];
  });
}

/** The paths that each of the last commits changed, and what is not committed; nothing where git or the history is not there. */
export async function changesIn(root: string): Promise<string[][]> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root, maxBuffer: 256 << 20 })).stdout;
  try {
    // The last commit of a history that was cut off seems to add every file.
    if ((await git('rev-parse', '--is-shallow-repository')).trim() !== 'false') return [];
    const commits = await git('log', '-n', String(COMMITS), '--no-merges', '--format=%x00', ...DIFF);
    const since = pathsIn(await git('diff', 'HEAD', ...DIFF));
    const added = (await git('ls-files', '--others', '--exclude-standard')).split('\n').filter(Boolean);
    return [...commits.split('\0').slice(1).map(pathsIn), [...since, ...added]];
  } catch {
    return [];
  }
}
