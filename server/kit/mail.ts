import type { Language } from '@lobby/shared/kit/languages.ts';
import { type Collection, db, newId, type Session } from './database.ts';
import { open, seal } from './personal.ts';

/** The key under which letters are sealed: addresses and names are not to be read in the queue. */
export const LETTERS = 'mail';

/** Who writes: the white label's name, and its own host where it has one. */
export interface Sender {
  name: string;
  host: string | null;
}

/** What is asked to be sent; it becomes words when it goes out. */
export interface NewMail {
  /** Its words are `mail.<kind>` in the locales, and its `MailKind` prepares it. */
  kind: string;
  to: string;
  language: Language;
  sender: Sender;
  /** Fill the words, and tell the kind what it needs to know; kept encrypted, and no longer than the mail waits. */
  values: Readonly<Record<string, string>>;
}

/** A mail in the queue. */
export interface MailRow {
  _id: string;
  kind: string;
  language: Language;
  sender: Sender;
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
    {
      key: { doneAt: 1 },
      options: { expireAfterSeconds: KEPT_S, partialFilterExpression: { doneAt: { $type: 'date' } } },
    },
  ],
};
export const mails = () => db().collection<MailRow>(mailCollection.name);

/** Puts a mail into the queue, in the transaction of what causes it; `sendSoon` afterwards spares the reader a minute. Answers its id. */
export async function queueMail(mail: NewMail, now: Date, session?: Session): Promise<string> {
  const { kind, language, sender, to, values } = mail;
  const row: MailRow = {
    _id: newId(),
    kind,
    language,
    sender,
    letter: seal(LETTERS, JSON.stringify({ to, values })),
    state: 'waiting',
    tries: 0,
    dueAt: now,
    at: now,
    doneAt: null,
    reason: null,
  };
  await mails().insertOne(row, { ...(session && { session }) });
  return row._id;
}

/** Takes out of the queue what waits for these addresses, and forgets what was asked to be sent to them. */
export async function dropMailsTo(addresses: readonly string[], session: Session): Promise<void> {
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
}
