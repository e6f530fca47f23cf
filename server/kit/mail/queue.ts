import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { ANY_TEXT, type Collection, db, newId, type Session } from '../database/database.ts';
import { blindIndex, open, seal } from '../privacy/personal.ts';
import type { Outcome } from './report.ts';

/** The key that encrypts queued letters, so that addresses and names cannot be read in the queue. */
export const LETTERS = 'mail';

/** Keyed digest of an address, for places that must not store the address itself. */
export const addressDigest = (to: string): string => blindIndex(LETTERS, 'to', to.toLowerCase());

/** The sender: name of the white label, and its own host if it has one. */
export interface Sender {
  name: string;
  host: string | null;
}

/** A mail to be queued. Its wording is filled in when it is sent. */
export interface NewMail {
  /** Set by callers that need the id beforehand; defaults to a new one. */
  id?: string;
  /** Its words are `mail.<kind>` in the locales, and its `MailKind` prepares it. */
  kind: string;
  to: string;
  language: Language;
  sender: Sender;
  /** Values for the wording and for the `MailKind`. Stored encrypted, and only while the mail waits. */
  values: Readonly<Record<string, string>>;
  /** The project whose hourly limit it counts towards. */
  projectId?: string;
  /** The resident it is addressed to. */
  residentId?: string;
  /** Earliest time; defaults to now. */
  dueAt?: Date;
}

/** A mail in the queue. */
export interface MailRow {
  _id: string;
  kind: string;
  language: Language;
  sender: Sender;
  projectId?: string | null;
  /** Digests: of the recipient's domain, and of the address for bulk mails. */
  domain?: string;
  to?: string;
  /** The encrypted address, kept while bounces may still arrive, and the resident it belongs to. */
  address?: string;
  residentId?: string;
  /** The report received after delivery, and whether it was passed on. */
  report?: { outcome: Outcome; code: string | null; at: Date; told: boolean; price?: number };
  /** `{to, values}`, encrypted; removed once it was sent. */
  letter?: string;
  state: 'waiting' | 'sent' | 'dropped' | 'failed';
  tries: number;
  /** Time of the next attempt. Taking a mail first moves this into the future, so that no other server takes it. */
  dueAt: Date;
  at: Date;
  doneAt: Date | null;
  /** Why the last attempt failed: an SMTP code, never the server's text. */
  reason: string | null;
}

const KEPT_S = 30 * 24 * 3600;

export const mailCollection: Collection = {
  name: 'mails',
  indexes: [
    { key: { state: 1, dueAt: 1 } },
    { key: { state: 1, projectId: 1, dueAt: 1 } },
    { key: { projectId: 1, state: 1, doneAt: -1 }, options: { partialFilterExpression: { projectId: ANY_TEXT } } },
    { key: { 'report.told': 1 }, options: { partialFilterExpression: { 'report.told': false } } },
    { key: { domain: 1, state: 1, doneAt: -1 }, options: { partialFilterExpression: { domain: ANY_TEXT } } },
    {
      key: { doneAt: 1 },
      options: { expireAfterSeconds: KEPT_S, partialFilterExpression: { doneAt: { $type: 'date' } } },
    },
  ],
};
export const mails = () => db().collection<MailRow>(mailCollection.name);

/**
 * Queues a mail within the transaction of its cause. Call `sendSoon` after the commit; otherwise the mail waits up to a
 * minute. Returns its id.
 */
export async function queueMail(mail: NewMail, now: Date, session?: Session): Promise<string> {
  const { id = newId(), kind, language, sender, to, values, projectId, residentId, dueAt = now } = mail;
  const at = to.split('@')[1]?.toLowerCase();
  const domain = at && blindIndex(LETTERS, 'domain', at);
  const row: MailRow = {
    _id: id,
    kind,
    language,
    sender,
    ...(projectId && { projectId }),
    ...(domain && { domain }),
    ...(projectId && { to: addressDigest(to), address: seal(LETTERS, to) }),
    ...(residentId && { residentId }),
    letter: seal(LETTERS, JSON.stringify({ to, values })),
    state: 'waiting',
    tries: 0,
    dueAt,
    at: now,
    doneAt: null,
    reason: null,
  };
  await mails().insertOne(row, { ...(session && { session }) });
  return row._id;
}

/** The address of a bulk mail; null once it was removed. */
export const addressIn = ({ address }: MailRow): string | null => (address ? open(LETTERS, address) : null);

/** Lease of a mail that is being sent, longer than any attempt: once it has passed, the sending server is taken to be dead. */
export const HELD_MS = 2 * MINUTE_MS;

/** Mails that no server is sending: never attempted, or due later than any lease may end. */
const unsentQuery = (ids: readonly string[], now: Date) => ({
  _id: { $in: [...ids] },
  state: 'waiting' as const,
  $or: [{ tries: 0 }, { dueAt: { $gt: new Date(now.getTime() + HELD_MS + MINUTE_MS) } }],
});

/** Returns the ids of those mails that can still be withdrawn. */
export async function loadUnsent(ids: readonly string[], now: Date, session?: Session): Promise<string[]> {
  const rows = await mails()
    .find(unsentQuery(ids, now), { projection: { _id: 1 }, ...(session && { session }) })
    .toArray();
  return rows.map(({ _id }) => _id);
}

/** Removes mails from the queue. Returns how many were still there. */
export async function withdrawMails(ids: readonly string[], now: Date, session: Session): Promise<number> {
  if (ids.length === 0) return 0;
  return (await mails().deleteMany(unsentQuery(ids, now), { session })).deletedCount;
}
