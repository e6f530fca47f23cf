import { setTimeout as wait } from 'node:timers/promises';
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
  /** The mail as it goes out, where its words are not the product's. */
  written?: Words;
  link: string;
  /** The page and the call that turn such mails off. */
  unsubscribe?: { page: string; call: string };
  /** Of a short message: its letters are those that its words were written with. */
  asWritten?: boolean;
  facts?: readonly Fact[];
  picture?: Picture;
  files?: readonly Attached[];
}
/** Looks up what a mail says at the moment it goes out, and makes its link; null: it is of no use any more. Safe to run twice. */
export type MailKind = (mail: Outgoing) => Promise<Prepared | null>;

interface Settings {
  kinds: Readonly<Record<string, MailKind>>;
  deliver: Deliver;
  /** The address that mails come from. */
  from: string;
  limits: Limits;
  /** How a project is named and answered, where it sets that itself. */
  voiceOf: (projectId: string) => Promise<Voice>;
  /** The address of the product, where the white label has none of its own. */
  base: () => string;
  /** What stands at the head of mails: of a project, or of who sends beside any. */
  headOf?: (sender: Sender, projectId: string | undefined) => Promise<Letterhead>;
}
interface Voice {
  name?: string | null;
  address?: string | null;
  replyTo?: string | null;
  /** Whether its short messages go without accents, which would make them twice as long. */
  folds?: boolean;
}

const listeners = new Set<(kind: string) => void>();
/** Calls back when a mail of this server is over: sent, dropped or given up. Answers how to end it. */
export function onMailOver(listener: (kind: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells that something was learnt of a mail after it was over. */
export function mailChanged(kind: string): void {
  for (const listener of listeners) listener(kind);
}

let settings: Settings | null = null;
/** Sets how mails are made and sent; at start. */
export function configureMail(next: Settings): void {
  settings = next;
}

const MINUTE = 60_000;
const PAUSES = [1, 2, 5, 10, 20, 40, 60].map(minutes => minutes * MINUTE);
const GIVEN_UP_MS = 24 * 60 * MINUTE;

/** How long to wait before the next try: as long as the answer asks for, and longer each time. */
export function pauseOf(reason: string, tries: number): number {
  const code = /\b4\d\d\b/.exec(reason)?.[0];
  // A full mailbox empties in hours; who defers strangers (451) or is overrun (421) asks for minutes.
  const least = code === '452' ? 60 : code === '421' ? 10 : code === '450' || code === '451' ? 5 : 0;
  const usual = PAUSES[Math.min(tries, PAUSES.length) - 1] ?? MINUTE;
  return Math.max(least * tries * MINUTE, usual);
}

/** Takes the next that is due: mails about accounts go before all others. */
async function take(now: Date): Promise<MailRow | null> {
  for (const first of [{ projectId: { $exists: false } }, {}]) {
    const row = await mails().findOneAndUpdate(
      { state: 'waiting', dueAt: { $lte: now }, ...first },
      { $set: { dueAt: new Date(now.getTime() + HELD_MS) }, $inc: { tries: 1 } },
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    );
    if (row) return row;
  }
  return null;
}

const RESTS_MS = 5 * MINUTE;
/** A domain that is overrun is left alone for a while by all that waits for it. */
async function restDomain({ domain }: MailRow, now: number): Promise<void> {
  const until = new Date(now + RESTS_MS);
  if (domain) await mails().updateMany({ state: 'waiting', domain, dueAt: { $lt: until } }, { $set: { dueAt: until } });
}

async function finish(row: MailRow, state: MailRow['state'], reason: string | null = null): Promise<void> {
  const set = () =>
    mails().updateOne({ _id: row._id }, { $set: { state, reason, doneAt: clockNow() }, $unset: { letter: '' } });
  // A mail that is out must not go out again because the database was away for a moment.
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

/** The product's address under the host of a white label. */
function addressOf(base: string, host: string | null): string {
  if (!host) return base;
  const url = new URL(base);
  url.hostname = host;
  return url.origin;
}

/** Hands a mail over; false when it is of no use any more. */
async function send(row: MailRow, { kinds, deliver, from, voiceOf, base, headOf }: Settings): Promise<boolean> {
  const { to, values }: { to: string; values: Record<string, string> } = JSON.parse(
    open(LETTERS, row.letter ?? '') ?? '',
  );
  const kind = kinds[row.kind];
  // A newer server has queued it: one of its age will send it.
  if (!kind) throw new Error(`no mail of the kind ${row.kind}`);
  // A mailbox that takes nothing, or asked for nothing, is left alone by what goes to many.
  const why = to.includes('@') ? await loadSuppression(row, to) : null;
  if (why) throw new Undeliverable('SUPPRESSED');
  const { _id: id, at, language: asked, sender } = row;
  const prepared = await kind({ id, to, values, language: asked, at, base: addressOf(base(), sender.host) });
  if (!prepared) return false;
  const { words = row.kind, language = asked, link, unsubscribe, facts, picture, files = [] } = prepared;
  assertSize(files);
  const of = row.projectId ?? values.projectId;
  const head = to.includes('@') ? await headOf?.(sender, of) : undefined;
  const said =
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
  const logo = said.html.includes(`cid:${LOGO}`) ? head?.logo : null;
  const own = of ? await voiceOf(of) : null;
  const voice = row.projectId && to.includes('@') ? own : null;
  const isFolded = isPhone(to) && own?.folds === true && prepared.asWritten !== true;
  await deliver({
    id,
    from: { name: voice?.name || sender.name, address: voice?.address || from },
    ...(voice?.replyTo && { replyTo: voice.replyTo }),
    ...(of && { projectId: of }),
    ...(row.projectId && { bulk: true }),
    to,
    at,
    ...said,
    ...(isFolded && { subject: folded(said.subject) }),
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

/** Sends what is due, one after another, and answers how many were tried; safe on several servers at once. */
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

// Work for one mail and none for another must not be felt in the answer that comes next: it tells who has an account.
const going = soon(
  'the mail queue',
  () => 150 + Math.random() * 250,
  () => sendDue(),
);
/** Sends what is due in the background: called after the commit of what queued a mail. */
export const sendSoon = going.ask;
/** Waits for the mails that are going out. */
export const endMail = going.end;
