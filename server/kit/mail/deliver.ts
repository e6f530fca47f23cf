import { setTimeout as wait } from 'node:timers/promises';
import { UPLOAD_LIMIT } from '@lobby/shared/kit/upload-limits.ts';
import nodemailer from 'nodemailer';
import type { Attached, Message } from './message.ts';
import { onWire } from './wire.ts';

export type { Attached, Message };

/** What a mail may carry in all. */
const MOST_BYTES = UPLOAD_LIMIT.together;

/** Refuses a mail that is too large to go. */
export function assertSize(files: readonly Attached[]): void {
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

/** What the signature covers: without the last, mail programs ignore the button that turns mails off (RFC 8058, 4). */
const SIGNED =
  'from:reply-to:to:subject:date:message-id:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post';

/** Over SMTP. */
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
      // Refused sign-ins are faults of the setting, which somebody will mend.
      const own = error instanceof Error && 'code' in error && error.code === 'EAUTH';
      if (code >= 500 && !own) throw new Undeliverable(reasonOf(error));
      throw error;
    }
  };
}
