import type { Language } from '@lobby/shared/kit/languages.ts';
import { type Collection, db, newId, type Session } from '../database/database.ts';
import { blindIndex, open, seal } from '../privacy/personal.ts';
import type { Outcome } from './report.ts';

/** The key under which letters are sealed: addresses and names are not to be read in the queue. */
export const LETTERS = 'mail';

/** What an address is known by where it stands no more. */
export const addressDigest = (to: string): string => blindIndex(LETTERS, 'to', to.toLowerCase());

/** Who writes: the white label's name, and its own host where it has one. */
export interface Sender {
  name: string;
  host: string | null;
}

/** What is asked to be sent; it becomes words when it goes out. */
export interface NewMail {
  /** Made by who asks, where that is to be known before; default a new one. */
  id?: string;
  /** Its words are `mail.<kind>` in the locales, and its `MailKind` prepares it. */
  kind: string;
  to: string;
  language: Language;
  sender: Sender;
  /** Fill the words, and tell the kind what it needs to know; kept encrypted, and no longer than the mail waits. */
  values: Readonly<Record<string, string>>;
  /** Whose share of an hour's mails it takes from. */
  projectId?: string;
  /** The resident whom it is for. */
  residentId?: string;
  /** Not before; default at once. */
  dueAt?: Date;
}

/** A mail in the queue. */
export interface MailRow {
  _id: string;
  kind: string;
  language: Language;
  sender: Sender;
  projectId?: string;
  /** Digests of the domain that it goes to, and of the address of a mail in bulk. */
  domain?: string;
  to?: string;
  /** The address itself, sealed, as long as something may come back of it; and the resident whom it is for. */
  address?: string;
  residentId?: string;
  /** What came of it after it was handed over, and whether that was written down. */
  report?: { outcome: Outcome; code: string | null; at: Date; told: boolean; price?: number };
  /** `{to, values}`, sealed; gone once it was sent. */
  letter?: string;
  state: 'waiting' | 'sent' | 'dropped' | 'failed';
  tries: number;
  /** When it is tried next; who takes it moves this into the future first, so that no other does. */
  dueAt: Date;
  at: Date;
  doneAt: Date | null;
  /** Why the last try failed: a code of SMTP, never its words. */
  reason: string | null;
}

const KEPT_S = 30 * 24 * 3600;

export const mailCollection: Collection = {
  name: 'mails',
  indexes: [
    { key: { state: 1, dueAt: 1 } },
    { key: { projectId: 1, doneAt: -1 }, options: { partialFilterExpression: { projectId: { $type: 'string' } } } },
    { key: { 'report.told': 1 }, options: { partialFilterExpression: { 'report.told': false } } },
    { key: { domain: 1, doneAt: -1 }, options: { partialFilterExpression: { domain: { $type: 'string' } } } },
    {
      key: { doneAt: 1 },
      options: { expireAfterSeconds: KEPT_S, partialFilterExpression: { doneAt: { $type: 'date' } } },
    },
  ],
};
export const mails = () => db().collection<MailRow>(mailCollection.name);

/** Puts a mail into the queue, in the transaction of what causes it; `sendSoon` afterwards spares the reader a minute. Answers its id. */
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

/** Where a mail in bulk went; null: that is not known any more. */
export const addressIn = ({ address }: MailRow): string | null => (address ? open(LETTERS, address) : null);

const MINUTE = 60_000;
/** How long whoever takes a mail has it; longer than any try lasts: after it, a server that died while sending is taken to be gone. */
export const HELD_MS = 2 * MINUTE;

/** Mails that nobody has in hand: never taken, or due later than any that was taken by now. */
const unsentQuery = (ids: readonly string[], now: Date) => ({
  _id: { $in: [...ids] },
  state: 'waiting' as const,
  $or: [{ tries: 0 }, { dueAt: { $gt: new Date(now.getTime() + HELD_MS + MINUTE) } }],
});

/** Which of some mails may still be kept from going out. */
export async function loadUnsent(ids: readonly string[], now: Date, session?: Session): Promise<string[]> {
  const rows = await mails()
    .find(unsentQuery(ids, now), { projection: { _id: 1 }, ...(session && { session }) })
    .toArray();
  return rows.map(({ _id }) => _id);
}

/** Takes mails out of the queue; answers how many were still there to be taken. */
export async function withdrawMails(ids: readonly string[], now: Date, session: Session): Promise<number> {
  if (ids.length === 0) return 0;
  return (await mails().deleteMany(unsentQuery(ids, now), { session })).deletedCount;
}
