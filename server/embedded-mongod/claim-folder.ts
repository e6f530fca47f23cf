import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const END_LIMIT_MS = 60_000;

/** Claims `dir` for this process. Rejects while another live server uses it. Returns a function to release it. */
export async function claimFolder(dir: string): Promise<() => Promise<void>> {
  const file = join(dir, 'server.pid');
  const [pid = '', ...command] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const owner = Number(pid);
  // Process ids are reused: only the same command with the same id is the owner.
  if (owner && owner !== process.pid && (await readCommand(owner)) === command.join('\n')) {
    throw new Error(`The data in ${dir} is used by another server (process ${owner}). Stop it, or set DATA_DIR.`);
  }
  await writeFile(file, `${process.pid}\n${await readCommand(process.pid)}`);
  return () => rm(file, { force: true });
}

/** Stops the mongod that a killed server left running on `data`, and waits until its files are closed. */
export async function endLeftBehind(data: string, log: { info(message: string): void }): Promise<void> {
  const pid = Number(await readFile(join(data, 'mongod.lock'), 'utf8').catch(() => ''));
  const isOurs = async () => (await readCommand(pid)).includes(data);
  if (!pid || !(await isOurs())) return;
  log.info(`Waiting for the database of a server that was killed (process ${pid})`);
  process.kill(pid, 'SIGTERM');
  for (let waited = 0; await isOurs(); waited += 50) {
    if (waited > END_LIMIT_MS) throw new Error(`The mongod on ${data} (process ${pid}) does not end; stop it first`);
    await sleep(50);
  }
}

/** Command line of a process; empty if there is none, or only a zombie. */
async function readCommand(pid: number): Promise<string> {
  const fromProc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (fromProc !== undefined || process.platform === 'linux') return (fromProc ?? '').replaceAll('\0', ' ').trim();
  const { stdout } = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim();
}
