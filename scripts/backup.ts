import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from '../server/env.ts';
import { withDatabase } from './backup/installation.ts';
import { writeBackup } from './backup/write-backup.ts';

// Writes a backup of the whole installation into one folder: npm run backup -- /backups/2026-11-21

const HELP = `npm run backup -- <empty folder> [--with-secrets]

Writes the database, as it is at one moment, and all uploads into the folder, while the server works on.
The secrets (DATA_DIR/secrets.json) are left out unless asked for: keep them elsewhere, nobody can read the
personal data of a backup without them.`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, 'with-secrets': { type: 'boolean', default: false } },
});
const [folder] = positionals;

if (values.help || !folder || positionals.length > 1) {
  say(HELP);
  process.exitCode = values.help ? 0 : 1;
} else {
  try {
    const env = readEnv({ ...process.env, HOST: '127.0.0.1' });
    const write = () => writeBackup(env.DATA_DIR, resolve(folder), values['with-secrets'], say);
    const { collections } = await withDatabase(env, write);
    const documents = collections.reduce((sum, collection) => sum + collection.documents, 0);
    say(`${documents} documents of ${collections.length} collections are in ${folder}, read again and found right`);
  } catch (error) {
    say(`No backup was made: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
