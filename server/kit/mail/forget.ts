import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Collection, db, newId, type Session } from '../database/database.ts';
import { blindIndex, open } from '../privacy/personal.ts';
import type { Message } from './deliver.ts';
import { addressDigest, LETTERS, mails } from './queue.ts';

/** Digest of an address whose mails are removed from the outbox folder. */
interface Forgotten {
  _id: string;
  digest: string;
  at: Date;
}

export const forgottenMailCollection: Collection = { name: 'forgottenMails', indexes: [] };
const forgotten = () => db().collection<Forgotten>(forgottenMailCollection.name);

/** How long the folder is watched afterwards, since a mail may have been in delivery at that moment. */
const WATCHED_MS = 10 * 60_000;

const digestOf = (address: string) => blindIndex(LETTERS, 'to', address.toLowerCase());

let folder: string | null = null;
/** Sets the folder that holds mails while there is no mail server. Called at start. */
export function configureOutbox(dir: string): void {
  folder = dir;
}

/**
 * Removes queued mails to these addresses and their stored requests. Mails already delivered are removed from the folder by
 * `sweepOutbox`.
 */
export async function dropMailsTo(addresses: readonly string[], now: Date, session: Session): Promise<void> {
  const wanted = new Set(addresses.map(address => address.toLowerCase()));
  if (wanted.size === 0) return;
  const waiting = await mails()
    .find({ letter: { $type: 'string' } }, { session })
    .toArray();
  const ids = waiting.flatMap(({ _id, letter = '' }) => {
    const { to }: { to: string } = JSON.parse(open(LETTERS, letter) ?? '{"to":""}');
    return wanted.has(to.toLowerCase()) ? [_id] : [];
  });
  await mails().deleteMany({ _id: { $in: ids } }, { session });
  const gone = { to: { $in: [...wanted].map(addressDigest) } };
  await mails().updateMany(gone, { $unset: { address: '' } }, { session });
  await forgotten().insertMany(
    [...wanted].map(address => ({ _id: newId(), digest: digestOf(address), at: now })),
    { session },
  );
}

/** Removes mails of forgotten addresses from the outbox folder, except those requested later. Returns how many. */
export async function sweepOutbox(now: Date): Promise<number> {
  const gone = await forgotten().find().toArray();
  if (gone.length === 0 || !folder) return 0;
  const until = new Map<string, Date>();
  for (const { digest, at } of gone) if (at > (until.get(digest) ?? new Date(0))) until.set(digest, at);
  let count = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const message = await readMessage(file);
    const limit = message && until.get(digestOf(message.to));
    if (!limit || new Date(message.at) > limit) continue;
    await rm(file, { force: true });
    count++;
  }
  await forgotten().deleteMany({
    _id: { $in: gone.map(({ _id }) => _id) },
    at: { $lt: new Date(now.getTime() - WATCHED_MS) },
  });
  return count;
}

async function readMessage(file: string): Promise<Pick<Message, 'to' | 'at'> | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}
