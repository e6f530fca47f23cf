import { setTimeout as wait } from 'node:timers/promises';
import { UPLOAD_LIMIT } from '@lobby/shared/kit/upload-limits.ts';
import nodemailer from 'nodemailer';
import type { Attached, Message } from './message.ts';
import { onWire } from './wire.ts';

export type { Attached, Message };

/** Maximum size of the attachments of a mail, in bytes. */
const MOST_BYTES = UPLOAD_LIMIT.together;

/** Throws if the attachments are too large to be sent. */
export function assertSize(files: readonly Attached[]): void {
  const size = files.reduce((sum, { content }) => sum + Math.floor((content.length * 3) / 4), 0);
  if (size > MOST_BYTES) throw new Undeliverable('EMAIL_CAPACITY_EXCEEDED');
}

/**
 * Sends a message and returns the response of the other server. Throws `Undeliverable` if a retry is useless, and other
 * errors if it is not.
 */
export type Deliver = (message: Message) => Promise<string | undefined>;

/** The message is refused for good: no such mailbox, or refused because of its content. */
export class Undeliverable extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

const WITHIN = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/** Limit of one delivery in ms, so that a slow server does not hold up other mails. */
const LONGEST_MS = 60_000;
const tooLong = () =>
  wait(LONGEST_MS, undefined, { ref: false }).then(() => {
    throw Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' });
  });

/** The enhanced status code (RFC 3463), such as `5.1.1`. */
const enhancedIn = (response: unknown): string =>
  (typeof response === 'string' && /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0]) || '';

/** The error as codes only: the text of the other server may quote addresses. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const codes = ['code' in error && error.code, 'responseCode' in error && error.responseCode];
  return [...codes, 'response' in error && enhancedIn(error.response)].filter(Boolean).join(' ') || error.name;
}

/** The key that signs mails for the domain (DKIM, RFC 6376). */
export interface Dkim {
  domainName: string;
  keySelector: string;
  privateKey: string;
}

/** Headers covered by the signature. Without the last one mail programs ignore the unsubscribe button (RFC 8058, 4). */
const SIGNED =
  'from:reply-to:to:subject:date:message-id:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post';

/** Delivers over SMTP. */
export function overSmtp(url: string, dkim?: Dkim): Deliver {
  const transport = nodemailer.createTransport({
    url,
    ...WITHIN,
    ...(dkim && { dkim: { ...dkim, headerFieldNames: SIGNED } }),
  });
  return async message => {
    try {
      const sending = transport.sendMail(onWire(message));
      const { response } = await Promise.race([sending, tooLong()]);
      return String(response).slice(0, 300);
    } catch (error) {
      const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
      // A refused sign-in is a wrong setting that will be corrected, so the mail is tried again.
      const isSignIn = error instanceof Error && 'code' in error && error.code === 'EAUTH';
      if (code >= 500 && !isSignIn) throw new Undeliverable(reasonOf(error));
      throw error;
    }
  };
}
