import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** The client as it is delivered, built anew where its sources changed; a copy, which no later build takes away. */
export async function buildClient(): Promise<{ folder: string; remove: () => void }> {
  const env = { ...process.env, NODE_ENV: 'production' };
  await run(process.execPath, [join(ROOT, 'scripts/build.ts')], { cwd: ROOT, env });
  const folder = mkdtempSync(join(tmpdir(), 'lobby-client-'));
  cpSync(join(ROOT, 'client/dist'), folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
