import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { fail } from '../../kit/base/errors.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { digestOf } from '../auth/sessions.ts';
import { users } from '../auth/users.ts';

/** `confirm`: a registration; `activate`: first password after an invitation; `reset`: a new password; `address`: another e-mail. */
export const PURPOSES = ['confirm', 'activate', 'reset', 'address'] as const;
export type Purpose = (typeof PURPOSES)[number];

const LASTS: Record<Purpose, number> = {
  confirm: DAY_MS,
  activate: DAY_MS,
  reset: HOUR_MS,
  address: DAY_MS,
};

/** A mailed link, stored by the hash of its token. */
interface Link {
  _id: string;
  purpose: Purpose;
  userId: string;
  /** Data of a registration, stored until its mailbox is confirmed. */
  wish: { name: string; passwordHash: string } | null;
  /** Digest of the e-mail that it confirms. */
  to?: string;
  /** When it was requested: ending a person's links includes earlier requests whose mail is sent later. */
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

/** Token of a mailed link, the same for each delivery attempt. Null if it has expired by now. */
export async function makeLink(
  mail: { id: string; at: Date },
  link: Pick<Link, 'purpose' | 'userId' | 'wish' | 'to'>,
): Promise<string | null> {
  const expiresAt = new Date(mail.at.getTime() + LASTS[link.purpose]);
  if (expiresAt <= clockNow()) return null;
  const token = digestOf('link', mail.id);
  // Insert only: a used link stays used, even if its mail is sent again.
  await links().updateOne(
    { _id: hashOf(token) },
    { $setOnInsert: { ...link, askedAt: mail.at, expiresAt, usedAt: null } },
    { upsert: true },
  );
  return token;
}

/** The link of a token. Refuses unknown, expired and used ones. */
export async function readLink(token: string, now: Date): Promise<Link> {
  const link = await links().findOne({ _id: hashOf(token), usedAt: null, expiresAt: { $gt: now } });
  if (!link) return fail('LINK_NOT_VALID');
  const user = await users().findOne({ _id: link.userId }, { projection: { linksEndedAt: 1 } });
  if (link.askedAt && user?.linksEndedAt && link.askedAt < user.linksEndedAt) fail('LINK_NOT_VALID');
  return link;
}

/** Ends all links of a person, including those requested but not sent yet. */
export async function endLinksWithin(userId: string, now: Date, tx: Session): Promise<void> {
  await users().updateOne({ _id: userId }, { $set: { linksEndedAt: now } }, { session: tx });
  await links().updateMany({ userId, usedAt: null }, { $set: { usedAt: now } }, { session: tx });
}

/** Uses a link, which ends all others of its person. Of two concurrent uses, one is refused. */
export async function spendLink(link: Link, now: Date, tx: Session): Promise<void> {
  const { matchedCount } = await links().updateOne(
    { _id: link._id, usedAt: null },
    { $set: { usedAt: now } },
    { session: tx },
  );
  if (matchedCount === 0) fail('LINK_NOT_VALID');
  await endLinksWithin(link.userId, now, tx);
}
