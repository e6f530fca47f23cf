import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Addresses of the sandbox services started beside a demo, as their process reports them. */
export interface Beside {
  urls: { PAYMENT_SANDBOX_URL: string; TAX_SANDBOX_URL: string };
  bank: string;
  accounting: string;
  stop: () => void;
}

const PROGRAM = join(import.meta.dirname, '../../scripts/sandbox.ts');
/** Compile cache of the sandbox process. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/compiled');
/** How long a start waits for the sandbox, in ms. */
const PATIENCE_MS = 10_000;

/**
 * Starts the sandboxes of payment providers, banks, the tax office and accounting software in a child process that ends
 * with this one. Returns null where it does not come up in time: the demo works without it, but what it sends arrives
 * nowhere.
 */
export async function startBeside(settings: Readonly<Record<string, string>> = {}): Promise<Beside | null> {
  if (!existsSync(PROGRAM)) return null;
  const child = fork(PROGRAM, ['--beside'], { env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...settings } });
  return new Promise(resolve => {
    const timer = setTimeout(resolve, PATIENCE_MS, null);
    const over = (found: Beside | null) => {
      clearTimeout(timer);
      resolve(found);
    };
    child.once('message', found => {
      over({ ...(found as Beside), stop: () => child.disconnect() });
      // The child does not keep this process alive and ends when the channel closes.
      child.unref();
      child.channel?.unref();
    });
    child.once('error', () => over(null));
    child.once('exit', () => over(null));
  });
}
