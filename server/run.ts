import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from './app/start.ts';
import type { Beside } from './demo/beside.ts';
import { findMongod } from './embedded-mongod/find-mongod.ts';
import { type KeptMongod, keepMongod } from './embedded-mongod/keep-mongod.ts';
import { readEnv } from './env.ts';
import { log } from './kit/ops/log.ts';

const env = readEnv(process.env);
const say = (line: string) => process.stdout.write(`${line}\n`);
let database: KeptMongod | null = null;
let running: Running | null = null;
let beside: Beside | null = null;
let stopping = false;

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await running?.stop().catch(error => log.error({ error: String(error) }, 'could not stop cleanly'));
  beside?.stop();
  await database?.stop();
  rmSync(join(env.DATA_DIR, 'server.json'), { force: true });
  process.exit(code);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

async function ownDatabase(onSpawn: () => void): Promise<string> {
  database = await keepMongod({ binary: await findMongod(process.env, say), dir: env.DATA_DIR, log, onSpawn });
  return database.uri;
}

try {
  const hasOwnDatabase = !env.MONGODB_URI;
  const withDemo = env.DEMO ?? (hasOwnDatabase && env.loopback);
  // An environment that names the URL of one sandbox (payment or tax) is expected to run both: none is started here.
  const isAlone = withDemo && hasOwnDatabase && env.SANDBOX && !env.PAYMENT_SANDBOX_URL && !env.TAX_SANDBOX_URL;
  // Importing the product blocks this process, so the database and the sandboxes begin to start before it.
  const spawned = Promise.withResolvers<void>();
  const databaseUp = hasOwnDatabase ? ownDatabase(spawned.resolve) : Promise.resolve(String(env.MONGODB_URI));
  if (hasOwnDatabase) await Promise.race([spawned.promise, databaseUp]);
  const besideUp = isAlone ? (await import('./demo/beside.ts')).startBeside() : null;
  const [uri, { start }] = await Promise.all([databaseUp, import('./app/start.ts')]);
  beside = await besideUp;
  running = await start({ ...env, ...beside?.urls }, uri, withDemo);
  if (beside) {
    const { sendVouchersToBooks } = await import('./demo/vouchers.ts');
    await sendVouchersToBooks(beside.accounting).catch(error =>
      log.warn({ error: String(error) }, 'the books beside the demo are empty'),
    );
  }
  // Commands beside the server (npm run demo) find its database here.
  writeFileSync(join(env.DATA_DIR, 'server.json'), JSON.stringify({ pid: process.pid, url: running.url, uri }), {
    mode: 0o600,
  });
  say(`\nLobby is running at ${running.url}\n`);
  if (running.demo) {
    const { DEMO_PASSWORD } = await import('./demo/password.ts');
    say(`Sign in with the password  ${DEMO_PASSWORD}`);
    say('  service1@hoasen.demo, service2@hoasen.demo   customer service');
    say('  admin@hoasen.demo   administrator      reception@hoasen.demo   reception');
    say('  accountant@hoasen.demo   accounts      technician@hoasen.demo   technician');
    say('  manager@hoasen.demo   both buildings   admin@banmai.demo   the small building');
    say('  director@hoasen.demo   administrator of both');
    say('  meeting1@hoasen.demo, meeting2@hoasen.demo   handover and owners’ meetings\n');
    const { DEMO_CALENDARS, demoCalendar } = await import('./demo/calendars.ts');
    say('Calendars to subscribe to:');
    for (const [n, whose] of DEMO_CALENDARS.entries()) say(`  ${running.url}${demoCalendar(n)}   ${whose}`);
    say('');
    if (beside) say(`Transfers into the bank accounts of the demo are made at ${beside.bank}\n`);
    say('Let residents fill the queue:  npm run residents -- --minutes 5 --per-minute 30\n');
  }
} catch (error) {
  log.error({ error: error instanceof Error ? error.stack : String(error) }, 'could not start');
  await stop(1);
}
