import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Addresses of the services that run beside a demo, as their process reports them. */
export interface Beside {
  urls: { PAYMENT_SANDBOX_URL: string; TAX_SANDBOX_URL: string };
  bank: string;
  accounting: string;
  stop: () => void;
}

const PROGRAM = join(import.meta.dirname, '../../scripts/sandbox.ts');
/** Keeps the compiled code of that process, as the product does for its own. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/compiled');
/** The longest that a start waits for it, ms. */
const PATIENCE_MS = 10_000;

/**
 * Starts the other side of payments, banks, the tax office and accounting software beside a demo, in a process that ends with this one.
 * Null where it does not come up: the demo is whole without it, but what it sends arrives nowhere.
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
      // It does not keep this process from ending, and ends once this one is gone.
      child.unref();
      child.channel?.unref();
    });
    child.once('error', () => over(null));
    child.once('exit', () => over(null));
  });
}
