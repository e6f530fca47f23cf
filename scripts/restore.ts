import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from '../server/env.ts';
import { withDatabase } from './backup/installation.ts';
import { readManifest } from './backup/manifest.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { placeSecrets } from './backup/secrets.ts';
import { checkBackup } from './backup/write-backup.ts';

// Restores a backup: npm run restore -- /backups/2026-11-21

const HELP = `npm run restore -- <folder of a backup>

Writes a backup into an empty database and an empty DATA_DIR/files, and reads all of it again. DATA_DIR/secrets.json
must be the one of the installation that was backed up, or come with the backup. Stop the server first.`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
const [path] = positionals;

if (values.help || !path || positionals.length > 1) {
  say(HELP);
  process.exitCode = values.help ? 0 : 1;
} else {
  try {
    const folder = resolve(path);
    const manifest = await readManifest(folder);
    await checkBackup(folder, manifest);
    const dataDir = resolve(process.env.DATA_DIR || '.data');
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    // Before anything reads the settings, which would create missing secrets.
    await placeSecrets(manifest.secrets, folder, dataDir);
    const env = readEnv({ ...process.env, HOST: '127.0.0.1' });
    await withDatabase(env, () => restoreBackup(folder, manifest, env.DATA_DIR, say));
    say(`The backup of ${manifest.at} is restored, read again and found right`);
  } catch (error) {
    say(`Nothing was restored: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
