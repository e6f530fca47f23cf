import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Env, mastersIn, readEnv, writeMasters } from '../server/env.ts';
import { withLock } from '../server/kit/database/lock.ts';
import { freshMaster } from '../server/kit/privacy/key-ring.ts';
import { resealKeys } from '../server/kit/privacy/person-keys.ts';
import { configurePersonalSecret, newMaster } from '../server/kit/privacy/personal.ts';
import { withDatabase } from './backup/installation.ts';

// Rotates the master key that encrypts the keys of data subjects, while the product runs.

const HELP = `npm run keys -- rotate [--at-once]

Makes a new master for the keys of people, seals them all anew and takes the old master out of secrets.json.
The product may run meanwhile: both masters hold until the last step, a minute later, when whatever a server had begun
with the old one has ended. --at-once spares that minute where no server runs. Cut off, it is begun again with the same command.`;
/** Longer than any transaction of the database lives. */
const PATIENCE_MS = 65_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

async function rotate({ DATA_DIR }: Env, patience: number): Promise<void> {
  const before = mastersIn(DATA_DIR);
  // An interrupted rotation continues with the key that it created.
  if (Object.keys(before).length < 2) writeMasters(DATA_DIR, { ...before, ...newMaster(before) });
  const under = freshMaster();
  say(`${await resealKeys(under)} keys are under the new master`);
  if (patience > 0) say('A minute of waiting for what was begun before…');
  await sleep(patience);
  const late = await resealKeys(under);
  if (late > 0) say(`${late} more`);
  const { [under]: master = '' } = mastersIn(DATA_DIR);
  writeMasters(DATA_DIR, { [under]: master });
  say('Done. Keep a copy of the new secrets.json: backups from before still need the old one.');
}

const { values, positionals } = parseArgs({
  options: { 'at-once': { type: 'boolean' }, help: { type: 'boolean' } },
  allowPositionals: true,
});
if (values.help || positionals.join(' ') !== 'rotate') {
  say(HELP);
  process.exitCode = values.help ? 0 : 1;
} else {
  try {
    const env = readEnv(process.env);
    configurePersonalSecret(env.secrets.personal, () => mastersIn(env.DATA_DIR));
    await withDatabase(env, () => withLock('keys', () => rotate(env, values['at-once'] ? 0 : PATIENCE_MS)));
  } catch (error) {
    say(`Not done: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
