import { createHash } from 'node:crypto';
import { fail } from '../../kit/base/errors.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { digestOf } from '../auth/sessions.ts';

/** `confirm`: a registration; `activate`: the first password of somebody invited; `reset`: a new one. */
export type Purpose = 'confirm' | 'activate' | 'reset';

const HOUR = 3_600_000;
const LASTS: Record<Purpose, number> = { confirm: 24 * HOUR, activate: 24 * HOUR, reset: HOUR };

/** A link that was mailed. Its token is known to the mail alone: here is its hash. */
interface Link {
  _id: string;
  purpose: Purpose;
  userId: string;
  /** What a registration asked for, kept until its mailbox confirms it. */
  wish: { name: string; passwordHash: string } | null;
  expiresAt: Date;
  usedAt: Date | null;
}

export const linkCollection: Collection = {
  name: 'links',
  indexes: [{ key: { userId: 1 } }, { key: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } }],
};
const links = () => db().collection<Link>(linkCollection.name);
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The token of a mail's link: the same at each try to send it. Null when it would have expired by now. */
export async function makeLink(
  mail: { id: string; at: Date },
  link: Pick<Link, 'purpose' | 'userId' | 'wish'>,
): Promise<string | null> {
  const expiresAt = new Date(mail.at.getTime() + LASTS[link.purpose]);
  if (expiresAt <= clockNow()) return null;
  const token = digestOf('link', mail.id);
  // A used one stays used, also where its mail is sent once more.
  await links().updateOne(
    { _id: hashOf(token) },
    { $setOnInsert: { ...link, expiresAt, usedAt: null } },
    { upsert: true },
  );
  return token;
}

/** The link of a token; refuses what never was, has expired or was used. */
export async function readLink(token: string, now: Date): Promise<Link> {
  const link = await links().findOne({ _id: hashOf(token), usedAt: null, expiresAt: { $gt: now } });
  return link ?? fail('LINK_NOT_VALID');
}

/** Uses a link up, and with it all others that its person was sent; of two at once, one is refused. */
export async function spendLink(link: Link, now: Date, tx: Session): Promise<void> {
  const { matchedCount } = await links().updateOne(
    { _id: link._id, usedAt: null },
    { $set: { usedAt: now } },
    { session: tx },
  );
  if (matchedCount === 0) fail('LINK_NOT_VALID');
  await links().updateMany({ userId: link.userId, usedAt: null }, { $set: { usedAt: now } }, { session: tx });
}
