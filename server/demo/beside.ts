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

/** Ports of the sandboxes, unless a test asks for free ones. */
export const SANDBOX_PORTS = { payments: 2527, bank: 2528, tax: 2529, accounting: 2530 } as const;
const usualUrl = (port: number) => `http://127.0.0.1:${port}`;

const PROGRAM = join(import.meta.dirname, '../../scripts/sandbox.ts');
const USUAL = {
  urls: { PAYMENT_SANDBOX_URL: usualUrl(SANDBOX_PORTS.payments), TAX_SANDBOX_URL: usualUrl(SANDBOX_PORTS.tax) },
  bank: usualUrl(SANDBOX_PORTS.bank),
  accounting: usualUrl(SANDBOX_PORTS.accounting),
};

/** Compile cache of the sandbox process. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/compiled');
/** How long a start waits for the sandbox, in ms; one that is slower is there when it is first needed. */
const PATIENCE_MS = 10_000;

/**
 * Starts the sandboxes of payment providers, banks, the tax office and accounting software in a child process that ends
 * with this one. Returns null where there is none: the demo works without it, but what it sends arrives nowhere.
 */
export async function startBeside(settings: Readonly<Record<string, string>> = {}): Promise<Beside | null> {
  if (!existsSync(PROGRAM)) return null;
  const child = fork(PROGRAM, ['--beside'], { env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...settings } });
  return new Promise(resolve => {
    const stop = () => {
      if (child.connected) child.disconnect();
    };
    const over = (found: Beside | null) => {
      clearTimeout(timer);
      // The child does not keep this process alive and ends when the channel closes.
      child.unref();
      child.channel?.unref();
      resolve(found);
    };
    const late = () => over({ ...USUAL, stop });
    const timer = setTimeout(late, PATIENCE_MS);
    child.once('message', found => over({ ...(found as Beside), stop }));
    child.once('error', () => over(null));
    child.once('exit', () => over(null));
  });
}
