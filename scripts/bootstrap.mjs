// Runs on any Node from 18, with nothing installed: plain JavaScript, no packages.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
/** Pauses in ms after each of the three attempts of a download. */
const PAUSES = [5000, 20_000, 0];
/** A signal was handed on: nothing is tried again. */
let isEnding = false;

/** Installs the packages of package-lock.json where they are missing or other ones; ends the process when that fails. */
export async function install() {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (installed && existsSync(join(bin, 'node')) && isMet(wanted, installed)) return;
  console.log('Installing packages (once, about a minute)');
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const args = ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'];
  for (const pause of PAUSES) {
    const code = await run(npm[0], [...npm.slice(1), ...args]);
    if (code === 0) return;
    if (isEnding) process.exit(code);
    if (pause > 0) await wait(pause);
  }
  // Not a fault of the tree: a network, a registry or a disk.
  process.exit(2);
}

/** Has git ask scripts/hooks before a commit, where this is a clone of its own and nobody has set other hooks. */
export function useHooks() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const above = git('rev-parse', '--show-prefix');
  if (above.status !== 0 || above.stdout.trim() !== '') return;
  if (git('config', '--get', 'core.hooksPath').stdout.trim() === '') git('config', 'core.hooksPath', 'scripts/hooks');
}

/** Runs a file on the Node of this repository, waits for its end and gives its exit code. */
export function runOnNode(args, env = {}) {
  return run(join(bin, 'node'), args, env);
}

/** Runs a command, hands SIGTERM, SIGINT and SIGHUP on to it, and gives its exit code (128 + signal where one ended it). */
function run(command, args, env = {}) {
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`;
  const shell = process.platform === 'win32';
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell,
    env: { ...process.env, PATH: path, ...env },
  });
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  const hand = signal => {
    isEnding = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, hand);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, hand);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/** npm lists what it installed in its own lock file; optional packages may be absent, they are for other machines. */
function isMet(wanted, installed) {
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.includes('node_modules/') || link) return true;
    return installed[path] ? installed[path].version === version : optional;
  });
}
