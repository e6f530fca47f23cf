import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import { PICTURE, type Picture, type Words } from './compose.ts';

/** A mail as it goes out. */
export interface Message extends Words {
  id: string;
  from: { name: string; address: string };
  /** Where answers go, when not there. */
  replyTo?: string;
  to: string;
  at: Date;
  /** The project whose message it is, where it is one's. */
  projectId?: string;
  /** The call that turns this kind of mail off, for the button of mail programs. */
  unsubscribeCall?: string;
  picture?: Picture;
  files?: readonly Attached[];
}

/** A file that goes along. */
export interface Attached {
  name: string;
  type: string;
  /** base64. */
  content: string;
}

/** What a mail may carry in all. */
const MOST_BYTES = 7 * 1024 * 1024;

/** Refuses a mail that is too large to go. */
export function refuseTooLarge(files: readonly Attached[]): void {
  const size = files.reduce((sum, { content }) => sum + Math.floor((content.length * 3) / 4), 0);
  if (size > MOST_BYTES) throw new Undeliverable('EMAIL_CAPACITY_EXCEEDED');
}

/** Hands a message over and answers the other side's words; throws `Undeliverable` when trying again is of no use, anything else when it is. */
export type Deliver = (message: Message) => Promise<string | undefined>;

/** The other side will never take this message: no such mailbox, refused for what it is. */
export class Undeliverable extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

const WITHIN = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/** A server that answers drop by drop holds up no other mail. */
const LONGEST_MS = 60_000;
const tooLong = () =>
  wait(LONGEST_MS, undefined, { ref: false }).then(() => {
    throw Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' });
  });

/** The code that says more (RFC 3463): `5.1.1`. */
const enhancedIn = (response: unknown): string =>
  (typeof response === 'string' && /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0]) || '';

/** What is wrong, without the words of the other server: they quote addresses. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const said = ['code' in error && error.code, 'responseCode' in error && error.responseCode];
  return [...said, 'response' in error && enhancedIn(error.response)].filter(Boolean).join(' ') || error.name;
}

/** The key by which mails are signed as the domain's own (RFC 6376). */
export interface Dkim {
  domainName: string;
  keySelector: string;
  privateKey: string;
}

/** Over SMTP. The same message keeps its Message-ID at every try, so that mailboxes know it again where SMTP left us unsure. */
export function overSmtp(url: string, dkim?: Dkim): Deliver {
  const transport = nodemailer.createTransport({
    url,
    ...WITHIN,
    ...(dkim && { dkim }),
  });
  return async ({ id, from, to, replyTo, at, subject, text, html, unsubscribeCall, picture, files = [] }) => {
    const headers: Record<string, string> = { 'Auto-Submitted': 'auto-generated', 'X-Entity-Ref': id };
    if (unsubscribeCall) {
      headers['List-Unsubscribe'] = `<${unsubscribeCall}>`;
      headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click';
    }
    const domain = from.address.split('@')[1] ?? 'localhost';
    try {
      // An address as an object is one mailbox, whatever signs are in it.
      const mailbox = { name: '', address: to };
      const sending = transport.sendMail({
        messageId: `<${id}@${domain}>`,
        from,
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        to: mailbox,
        date: at,
        subject,
        text,
        html,
        headers,
        attachments: [
          ...(picture
            ? [{ cid: PICTURE, filename: `${PICTURE}.png`, content: picture.png, encoding: 'base64' as const }]
            : []),
          ...files.map(({ name: filename, type: contentType, content }) => ({
            ...{ filename, contentType, content, encoding: 'base64' as const },
          })),
        ],
      });
      const { response } = await Promise.race([sending, tooLong()]);
      return String(response).slice(0, 300);
    } catch (error) {
      const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
      // Refused sign-ins are faults of the setting, which somebody will mend.
      const own = error instanceof Error && 'code' in error && error.code === 'EAUTH';
      if (code >= 500 && !own) throw new Undeliverable(reasonOf(error));
      throw error;
    }
  };
}

/** Into a folder, where there is no mail server: one file per mail. */
export function intoFolder(dir: string): Deliver {
  return async message => {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const file = join(dir, `${message.id}.json`);
    // Whole or not at all: the page of the outbox reads what is there.
    writeFileSync(`${file}.part`, JSON.stringify(message), { mode: 0o600 });
    renameSync(`${file}.part`, file);
    return undefined;
  };
}
