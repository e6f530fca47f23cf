import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from '../server/env.ts';
import { connect, disconnect } from '../server/kit/database/database.ts';
import { switchMaintenance } from '../server/platform/maintenance/maintenance.ts';

// Switches maintenance mode: npm run maintenance -- on --text "New pipes" --until 2026-11-22T05:00+07:00

const HELP = `npm run maintenance -- on [--text words] [--until instant] | off

While on, everybody but support and internal admins sees the maintenance page, at once; what they had
typed is there again afterwards. Uses the database of the running server, or MONGODB_URI.`;
const say = (line: string) => process.stdout.write(`${line}\n`);

function databaseUri(): string {
  const env = readEnv(process.env);
  if (env.MONGODB_URI) return env.MONGODB_URI;
  try {
    const { uri } = JSON.parse(readFileSync(join(env.DATA_DIR, 'server.json'), 'utf8'));
    if (typeof uri === 'string') return uri;
  } catch {
    // No server has run on this folder.
  }
  throw new Error('no server runs on this DATA_DIR, and MONGODB_URI is not set');
}

try {
  const options = { text: { type: 'string' }, until: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [word] = positionals;
  if (values.help || (word !== 'on' && word !== 'off')) {
    say(HELP);
    process.exitCode = values.help ? 0 : 1;
  } else {
    const until = values.until ? new Date(values.until) : null;
    if (until && Number.isNaN(until.getTime())) throw new Error(`--until is an instant: ${values.until}`);
    await connect(databaseUri());
    const on = word === 'on';
    const next = { on, message: on ? (values.text ?? '') : '', until: on ? until : null };
    await switchMaintenance(next, { id: 'system', name: 'Lobby' }, new Date());
    say(`maintenance is ${word}`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await disconnect();
}
