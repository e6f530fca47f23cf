import { createHash } from 'node:crypto';
import { fail } from '../../kit/base/errors.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { digestOf } from '../auth/sessions.ts';
import { users } from '../auth/users.ts';

/** `confirm`: a registration; `activate`: the first password of somebody invited; `reset`: a new one; `address`: another e-mail. */
export const PURPOSES = ['confirm', 'activate', 'reset', 'address'] as const;
export type Purpose = (typeof PURPOSES)[number];

const HOUR = 3_600_000;
const LASTS: Record<Purpose, number> = { confirm: 24 * HOUR, activate: 24 * HOUR, reset: HOUR, address: 24 * HOUR };

/** A link that was mailed. Its token is known to the mail alone: here is its hash. */
interface Link {
  _id: string;
  purpose: Purpose;
  userId: string;
  /** What a registration asked for, kept until its mailbox confirms it. */
  wish: { name: string; passwordHash: string } | null;
  /** Digest of the e-mail that it confirms. */
  to?: string;
  /** When it was asked for: what ends the links of a person ends those of before, also where their mail goes out later. */
  askedAt?: Date;
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
  link: Pick<Link, 'purpose' | 'userId' | 'wish' | 'to'>,
): Promise<string | null> {
  const expiresAt = new Date(mail.at.getTime() + LASTS[link.purpose]);
  if (expiresAt <= clockNow()) return null;
  const token = digestOf('link', mail.id);
  // A used one stays used, also where its mail is sent once more.
  await links().updateOne(
    { _id: hashOf(token) },
    { $setOnInsert: { ...link, askedAt: mail.at, expiresAt, usedAt: null } },
    { upsert: true },
  );
  return token;
}

/** The link of a token; refuses what never was, has expired or was used. */
export async function readLink(token: string, now: Date): Promise<Link> {
  const link = await links().findOne({ _id: hashOf(token), usedAt: null, expiresAt: { $gt: now } });
  if (!link) return fail('LINK_NOT_VALID');
  const user = await users().findOne({ _id: link.userId }, { projection: { linksEndedAt: 1 } });
  if (link.askedAt && user?.linksEndedAt && link.askedAt < user.linksEndedAt) fail('LINK_NOT_VALID');
  return link;
}

/** Ends all links that a person was sent, and those that were asked for until now and wait to be sent. */
export async function endLinksWithin(userId: string, now: Date, tx: Session): Promise<void> {
  await users().updateOne({ _id: userId }, { $set: { linksEndedAt: now } }, { session: tx });
  await links().updateMany({ userId, usedAt: null }, { $set: { usedAt: now } }, { session: tx });
}

/** Uses a link up, and with it all others that its person was sent; of two at once, one is refused. */
export async function spendLink(link: Link, now: Date, tx: Session): Promise<void> {
  const { matchedCount } = await links().updateOne(
    { _id: link._id, usedAt: null },
    { $set: { usedAt: now } },
    { session: tx },
  );
  if (matchedCount === 0) fail('LINK_NOT_VALID');
  await endLinksWithin(link.userId, now, tx);
}
