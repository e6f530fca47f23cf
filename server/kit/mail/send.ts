import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { folded } from '@lobby/shared/kit/sms.ts';
import { clockMs, clockNow } from '../database/clock.ts';
import { log } from '../ops/log.ts';
import { soon } from '../ops/soon.ts';
import { open } from '../privacy/personal.ts';
import { compose, type Fact, type Words } from './compose.ts';
import { type Attached, assertSize, type Deliver, reasonOf, Undeliverable } from './deliver.ts';
import { type Letterhead, LOGO, type Picture } from './frame.ts';
import { type Limits, waitsUntil } from './pace.ts';
import { HELD_MS, LETTERS, type MailRow, mails, type Sender } from './queue.ts';
import { isUnknown } from './refused.ts';
import { isPhone } from './sms.ts';
import { isSignInRefused, stopMails } from './stop.ts';
import { loadSuppression, suppress } from './suppressed.ts';

/** A mail about to be sent, as its `MailKind` gets it. */
export interface Outgoing {
  id: string;
  to: string;
  language: Language;
  values: Readonly<Record<string, string>>;
  at: Date;
  /** Base URL of the product for the reader, without a trailing slash. */
  base: string;
}
export interface Prepared {
  /** Kind whose wording is used, if it is another one. */
  words?: string;
  /** The reader's language, if it is known by now. */
  language?: Language | undefined;
  values: Readonly<Record<string, string>>;
  /** The complete wording, where it does not come from the locales. */
  written?: Words;
  link: string;
  /** Page and API call that unsubscribe from such mails. */
  unsubscribe?: { page: string; call: string };
  /** For short messages: keeps the accents of the wording. */
  asWritten?: boolean;
  facts?: readonly Fact[];
  picture?: Picture;
  files?: readonly Attached[];
}
/** Loads what a mail says when it is sent, and creates its link; null if the mail is obsolete. Must be safe to run twice. */
export type MailKind = (mail: Outgoing) => Promise<Prepared | null>;

interface Settings {
  kinds: Readonly<Record<string, MailKind>>;
  deliver: Deliver;
  /** Sender address of all mails. */
  from: string;
  limits: Limits;
  /** Sender name and reply address of a project, if it sets them. */
  voiceOf: (projectId: string) => Promise<Voice>;
  /** Base URL of the product, for white labels without their own host. */
  base: () => string;
  /** A mail to a resident as it goes out, with what tells of its opening where that is allowed. */
  trackedFor?: (row: MailRow, html: string, base: string) => Promise<string>;
  /** Letterhead of a project, or of the sender outside of projects. */
  headOf?: (sender: Sender, projectId: string | undefined) => Promise<Letterhead>;
}
interface Voice {
  name?: string | null;
  address?: string | null;
  replyTo?: string | null;
  /** Whether the project's short messages drop accents, which would double their length. */
  folds?: boolean;
}

const listeners = new Set<(kind: string) => void>();
/** Calls back when this server is done with a mail: sent, dropped or given up. Returns a function to unsubscribe. */
export function onMailOver(listener: (kind: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Notifies the listeners when a report about a finished mail arrives. */
export function mailChanged(kind: string): void {
  for (const listener of listeners) listener(kind);
}

let settings: Settings | null = null;
/** Sets how mails are rendered and sent. Called at start. */
export function configureMail(next: Settings): void {
  settings = next;
}

const PAUSES = [1, 2, 5, 10, 20, 40, 60].map(minutes => minutes * MINUTE_MS);
const GIVEN_UP_MS = DAY_MS;

/** Wait in ms before the next attempt: at least what the status code calls for, and longer each time. */
export function pauseOf(reason: string, tries: number): number {
  const code = /\b4\d\d\b/.exec(reason)?.[0];
  // A full mailbox takes hours to be emptied; greylisting (451) and an overloaded server (421) take minutes.
  const least = code === '452' ? 60 : code === '421' ? 10 : code === '450' || code === '451' ? 5 : 0;
  const usual = PAUSES[Math.min(tries, PAUSES.length) - 1] ?? MINUTE_MS;
  return Math.max(least * tries * MINUTE_MS, usual);
}

/** Takes the next due mail. Account mails go before all others. */
async function take(now: Date): Promise<MailRow | null> {
  // Account mails have no project: `null` finds them through an index, `$exists: false` would not.
  for (const first of [{ projectId: null }, {}]) {
    const row = await mails().findOneAndUpdate(
      { state: 'waiting', dueAt: { $lte: now }, ...first },
      { $set: { dueAt: new Date(now.getTime() + HELD_MS) }, $inc: { tries: 1 } },
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    );
    if (row) return row;
  }
  return null;
}

const RESTS_MS = 5 * MINUTE_MS;
/** Postpones all mails to an overloaded domain. */
async function restDomain({ domain }: MailRow, now: number): Promise<void> {
  const until = new Date(now + RESTS_MS);
  if (domain) await mails().updateMany({ state: 'waiting', domain, dueAt: { $lt: until } }, { $set: { dueAt: until } });
}

async function finish(row: MailRow, state: MailRow['state'], reason: string | null = null): Promise<void> {
  const set = () =>
    mails().updateOne({ _id: row._id }, { $set: { state, reason, doneAt: clockNow() }, $unset: { letter: '' } });
  // Retried, because a mail that was sent must not be sent again if the database was briefly unreachable.
  await set().catch(() => wait(3000).then(set));
  mailChanged(row.kind);
}

async function postpone(row: MailRow, error: unknown): Promise<void> {
  const reason = reasonOf(error);
  const now = clockMs();
  log.warn({ mail: row._id, kind: row.kind, tries: row.tries, reason }, 'mail not sent');
  if (isSignInRefused(reason)) {
    await mails().updateOne(
      { _id: row._id, state: 'waiting' },
      { $set: { reason, dueAt: row.at }, $inc: { tries: -1 } },
    );
    return stopMails(reason, new Date(now));
  }
  if (now - row.at.getTime() > GIVEN_UP_MS) return finish(row, 'failed', reason);
  if (/\b421\b/.test(reason)) await restDomain(row, now);
  const pause = pauseOf(reason, row.tries);
  await mails().updateOne({ _id: row._id, state: 'waiting' }, { $set: { reason, dueAt: new Date(now + pause) } });
}

/** Base URL under the host of a white label. */
function addressOf(base: string, host: string | null): string {
  if (!host) return base;
  const url = new URL(base);
  url.hostname = host;
  return url.origin;
}

/** Sends a mail. Returns false if it is obsolete. */
async function send(
  row: MailRow,
  { kinds, deliver, from, voiceOf, base, headOf, trackedFor }: Settings,
): Promise<boolean> {
  const { to, values }: { to: string; values: Record<string, string> } = JSON.parse(
    open(LETTERS, row.letter ?? '') ?? '',
  );
  const kind = kinds[row.kind];
  // Queued by a newer server, which will also send it.
  if (!kind) throw new Error(`no mail of the kind ${row.kind}`);
  // Bulk mails skip addresses that bounce or asked for no mails.
  const why = to.includes('@') ? await loadSuppression(row, to) : null;
  if (why) throw new Undeliverable('SUPPRESSED');
  const { _id: id, at, language: wanted, sender } = row;
  const prepared = await kind({ id, to, values, language: wanted, at, base: addressOf(base(), sender.host) });
  if (!prepared) return false;
  const { words = row.kind, language = wanted, link, unsubscribe, facts, picture, files = [] } = prepared;
  assertSize(files);
  const of = row.projectId ?? values.projectId;
  const head = to.includes('@') ? await headOf?.(sender, of) : undefined;
  const content =
    prepared.written ??
    compose({
      kind: words,
      language,
      brand: sender.name,
      ...(head && { head }),
      values: prepared.values,
      link,
      ...(unsubscribe && { unsubscribe: unsubscribe.page }),
      ...(facts && { facts }),
      ...(picture && { picture }),
    });
  const call = unsubscribe && { unsubscribeCall: unsubscribe.call };
  const logo = content.html.includes(`cid:${LOGO}`) ? head?.logo : null;
  const projectVoice = of ? await voiceOf(of) : null;
  const voice = row.projectId && to.includes('@') ? projectVoice : null;
  const isFolded = isPhone(to) && projectVoice?.folds === true && prepared.asWritten !== true;
  await deliver({
    id,
    from: { name: voice?.name || sender.name, address: voice?.address || from },
    ...(voice?.replyTo && { replyTo: voice.replyTo }),
    ...(of && { projectId: of }),
    ...(row.projectId && { bulk: true }),
    to,
    at,
    ...content,
    ...(trackedFor &&
      to.includes('@') && { html: await trackedFor(row, content.html, addressOf(base(), sender.host)) }),
    ...(isFolded && { subject: folded(content.subject) }),
    ...call,
    ...(picture && { picture }),
    ...(logo && { logo }),
    ...(files.length > 0 && { files }),
  });
  return true;
}

async function attempt(row: MailRow, how: Settings): Promise<void> {
  let sent: boolean;
  try {
    sent = await send(row, how);
  } catch (error) {
    if (error instanceof Undeliverable) {
      if (row.to && isUnknown(error.reason)) await suppress(row, 'BOUNCE', error.reason, clockNow());
      return finish(row, 'failed', error.reason);
    }
    return postpone(row, error);
  }
  await finish(row, sent ? 'sent' : 'dropped');
}

/** Sends all due mails one after another. Returns how many were attempted. Safe on several servers at once. */
export async function sendDue(now = clockNow()): Promise<number> {
  if (!settings) return 0;
  let tried = 0;
  for (let row = await take(now); row; row = await take(now)) {
    tried++;
    const until = await waitsUntil(row, settings.limits, now);
    if (until) await mails().updateOne({ _id: row._id }, { $set: { dueAt: until }, $inc: { tries: -1 } });
    else await attempt(row, settings);
  }
  return tried;
}

// A random delay, so that the time of the next answers does not reveal whether a mail was sent, and thus whether an account
// exists.
const going = soon(
  'the mail queue',
  () => 150 + Math.random() * 250,
  () => sendDue(),
);
/** Sends due mails in the background. Called after the commit that queued a mail. */
export const sendSoon = going.ask;
/** Waits for mails being sent. Called at stop. */
export const endMail = going.end;
