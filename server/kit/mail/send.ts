import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { log } from '../log.ts';
import { LETTERS, type MailRow, mails } from '../mail.ts';
import { open } from '../personal.ts';
import { compose } from './compose.ts';
import { type Deliver, reasonOf, Undeliverable } from './deliver.ts';

/** A mail on its way out, as its kind sees it. */
export interface Outgoing {
  id: string;
  to: string;
  language: Language;
  values: Readonly<Record<string, string>>;
  at: Date;
  /** The address of the product for its reader, without a slash at the end. */
  base: string;
}
export interface Prepared {
  /** The words to use, where they are not those of the kind itself. */
  words?: string;
  /** The reader's own language, when it is known by now. */
  language?: Language | undefined;
  values: Readonly<Record<string, string>>;
  link: string;
  /** The page and the call that turn such mails off. */
  unsubscribe?: { page: string; call: string };
}
/** Looks up what a mail says at the moment it goes out, and makes its link; null: it is of no use any more. Safe to run twice. */
export type MailKind = (mail: Outgoing) => Promise<Prepared | null>;

interface Settings {
  kinds: Readonly<Record<string, MailKind>>;
  deliver: Deliver;
  /** The address that mails come from. */
  from: string;
  /** The address of the product, where the white label has none of its own. */
  base: () => string;
}

let settings: Settings | null = null;
/** Sets how mails are made and sent; at start. */
export function useMail(next: Settings): void {
  settings = next;
}

const MINUTE = 60_000;
/** Longer than any try lasts: after it, a server that died while sending is taken to be gone. */
const HELD_MS = 2 * MINUTE;
const PAUSES = [1, 2, 5, 10, 20, 40, 60].map(minutes => minutes * MINUTE);
const GIVEN_UP_MS = 24 * 60 * MINUTE;

async function take(now: Date): Promise<MailRow | null> {
  return mails().findOneAndUpdate(
    { state: 'waiting', dueAt: { $lte: now } },
    { $set: { dueAt: new Date(now.getTime() + HELD_MS) }, $inc: { tries: 1 } },
    { sort: { dueAt: 1 }, returnDocument: 'after' },
  );
}

async function finish(row: MailRow, state: MailRow['state'], reason: string | null = null): Promise<void> {
  const set = () =>
    mails().updateOne({ _id: row._id }, { $set: { state, reason, doneAt: new Date() }, $unset: { letter: '' } });
  // A mail that is out must not go out again because the database was away for a moment.
  await set().catch(() => wait(3000).then(set));
}

async function postpone(row: MailRow, error: unknown): Promise<void> {
  const reason = reasonOf(error);
  const now = Date.now();
  log.warn({ mail: row._id, kind: row.kind, tries: row.tries, reason }, 'mail not sent');
  if (now - row.at.getTime() > GIVEN_UP_MS) return finish(row, 'failed', reason);
  const pause = PAUSES[Math.min(row.tries, PAUSES.length) - 1] ?? MINUTE;
  await mails().updateOne({ _id: row._id, state: 'waiting' }, { $set: { reason, dueAt: new Date(now + pause) } });
}

/** The product's address under the host of a white label. */
function addressOf(base: string, host: string | null): string {
  if (!host) return base;
  const url = new URL(base);
  url.hostname = host;
  return url.origin;
}

/** Hands a mail over; false when it is of no use any more. */
async function send(row: MailRow, { kinds, deliver, from, base }: Settings): Promise<boolean> {
  const { to, values }: { to: string; values: Record<string, string> } = JSON.parse(
    open(LETTERS, row.letter ?? '') ?? '',
  );
  const kind = kinds[row.kind];
  // A newer server has queued it: one of its age will send it.
  if (!kind) throw new Error(`no mail of the kind ${row.kind}`);
  const { _id: id, at, language: asked, sender } = row;
  const prepared = await kind({ id, to, values, language: asked, at, base: addressOf(base(), sender.host) });
  if (!prepared) return false;
  const { words = row.kind, language = asked, link, unsubscribe } = prepared;
  const said = compose({
    kind: words,
    language,
    brand: sender.name,
    values: prepared.values,
    link,
    ...(unsubscribe && { unsubscribe: unsubscribe.page }),
  });
  const call = unsubscribe && { unsubscribeCall: unsubscribe.call };
  await deliver({ id, from: { name: sender.name, address: from }, to, at, ...said, ...call });
  return true;
}

async function attempt(row: MailRow, how: Settings): Promise<void> {
  let sent: boolean;
  try {
    sent = await send(row, how);
  } catch (error) {
    if (error instanceof Undeliverable) return finish(row, 'failed', error.reason);
    return postpone(row, error);
  }
  await finish(row, sent ? 'sent' : 'dropped');
}

/** Sends what is due, one after another, and answers how many were tried; safe on several servers at once. */
export async function sendDue(now = new Date()): Promise<number> {
  if (!settings) return 0;
  let tried = 0;
  for (let row = await take(now); row; row = await take(now)) {
    tried++;
    await attempt(row, settings);
  }
  return tried;
}

let running: Promise<void> | null = null;
let wanted = false;

/** Sends what is due in the background: called after the commit of what queued a mail. */
export function sendSoon(): void {
  wanted = true;
  running ??= (async () => {
    // The queue itself is durable: what fails here is met again by the job of every minute.
    while (wanted) {
      // Work for one mail and none for another must not be felt in the answer that comes next: it tells who has an account.
      await wait(150 + Math.random() * 250);
      wanted = false;
      await sendDue().catch(error => log.warn({ error: String(error) }, 'the mail queue could not be read'));
    }
    running = null;
  })();
}

/** Waits for the mails that are going out. */
export async function endMail(): Promise<void> {
  wanted = false;
  await running;
}
