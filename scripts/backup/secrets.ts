import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const SECRETS = 'secrets.json';

/** Returns a hash that identifies the secrets without revealing them; null if there are none. */
export async function fingerprintIn(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, SECRETS), 'utf8').catch(() => null);
  return text && createHash('sha256').update(`lobby secrets: ${text.trim()}`).digest('hex');
}

/** Makes sure that a folder has the secrets that a backup was encrypted with; copies them from the backup if it includes them. */
export async function placeSecrets(
  { fingerprint, included }: { fingerprint: string; included: boolean },
  from: string,
  to: string,
): Promise<void> {
  const there = await fingerprintIn(to);
  if (there === fingerprint) return;
  if (there)
    throw new Error(
      `${join(to, SECRETS)} is of another installation: nobody could read the personal data of this backup or sign in. Put the right one there first`,
    );
  if (!included) throw new Error(`this backup has no secrets: put the ${SECRETS} of its installation into ${to} first`);
  if ((await fingerprintIn(from)) !== fingerprint)
    throw new Error(`${SECRETS} is damaged: it is not what its sum says`);
  await copyFile(join(from, SECRETS), join(to, SECRETS));
}
