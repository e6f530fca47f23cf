import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from './machine.ts';

const PROBE = join(tmpdir(), `lobby-probe-${process.pid}`);

/** The environment of a server whose memory is asked for. */
export const PROBED = { NODE_OPTIONS: `--import ${new URL('probe.ts', import.meta.url).href}`, PROBE };

/** Returns the heap of one of our processes after garbage collection, in bytes. */
export async function heapOf(pid: number): Promise<number> {
  const file = `${PROBE}.${pid}`;
  process.kill(pid, 'SIGUSR2');
  for (let waited = 0; waited < 20_000; waited += 20) {
    await sleep(20);
    const bytes = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
    if (bytes > 0) {
      rmSync(file);
      return bytes;
    }
  }
  throw new Error(`process ${pid} does not say what it holds`);
}
