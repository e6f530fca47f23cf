import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { LIMIT } from '../time/limit.ts';

/** Time in ms after which a process is killed. */
const PATIENCE = 15_000;

/** Ends a process and waits for its exit. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  await ended;
  clearTimeout(late);
}

/** Waits until a server prints its URL; throws if it exits or stays silent for too long. */
export async function addressOf(child: ChildProcess, said: () => string): Promise<string> {
  for (const end = performance.now() + LIMIT; performance.now() < end; ) {
    const found = /running at (https?:\S+)/.exec(said())?.[1];
    if (found) return found;
    if (child.exitCode !== null || child.signalCode !== null) break;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`the server did not start:\n${said()}`);
}

/** Runs a script of the product on a server's database; returns its exit code and output. */
export async function runScript({ dir, uri }: { dir: string; uri: string }, name: string, args: readonly string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../scripts', name), ...args], {
    env: { ...process.env, DATA_DIR: dir, MONGODB_URI: uri },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', part => {
      said += part;
    });
  const [code] = await once(child, 'close');
  return { code, said };
}
