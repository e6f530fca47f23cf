import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findMongod } from '../../server/embedded-mongod/find-mongod.ts';
import { keepMongod } from '../../server/embedded-mongod/keep-mongod.ts';
import type { Env } from '../../server/env.ts';
import { connect, disconnect } from '../../server/kit/database/database.ts';

const quiet = { info: () => {}, warn: () => {} };

/**
 * Runs a function with the database of an installation: the configured one, that of the running server, or its own, which is
 * started for it.
 */
export async function withDatabase<T>({ MONGODB_URI, DATA_DIR }: Env, run: () => Promise<T>): Promise<T> {
  const uri = MONGODB_URI ?? (await runningUri(DATA_DIR));
  const mongod = uri ? null : await keepMongod({ binary: await findMongod(process.env), dir: DATA_DIR, log: quiet });
  try {
    await connect(uri ?? mongod?.uri ?? '', 0);
    return await run();
  } finally {
    await disconnect();
    await mongod?.stop();
  }
}

async function runningUri(dir: string): Promise<string | null> {
  try {
    const { pid, uri } = JSON.parse(await readFile(join(dir, 'server.json'), 'utf8'));
    process.kill(pid, 0);
    return typeof uri === 'string' ? uri : null;
  } catch {
    // No server has run here, or it has ended.
    return null;
  }
}
