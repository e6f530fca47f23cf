import { type Deliver, type Message, Undeliverable } from './deliver.ts';
import { isZalo } from './zalo.ts';

const WITHIN_MS = 15_000;

/** Credentials of a project at its SMS gateway. */
export interface SmsAccount {
  key: string | null;
  secret: string | null;
}
const NO_ACCOUNT: SmsAccount = { key: null, secret: null };

/** Whether a queue address is a phone number; mail addresses contain an @. */
export const isPhone = (address: string): boolean => address.startsWith('+');

/**
 * Sends by an SMS gateway: `POST <url> {id, to, from, text}`, answered 2xx if accepted. A repeated id is the same message.
 * 4xx is a permanent refusal; anything else is tried again.
 */
export const overGateway =
  (url: string, accountOf: (projectId: string) => Promise<SmsAccount> = async () => NO_ACCOUNT): Deliver =>
  async ({ id, to, subject, from, projectId }: Message) => {
    const { key, secret } = projectId ? await accountOf(projectId) : NO_ACCOUNT;
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': id,
        ...(key && { 'X-Api-Key': key }),
        ...(secret && { 'X-Api-Secret': secret }),
      },
      // A short message has one line: the subject of the mail.
      body: JSON.stringify({ id, to, from: from.name, text: subject }),
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    if (answer.ok) return undefined;
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
      throw new Undeliverable(`HTTP ${answer.status}`);
    throw Object.assign(new Error('the gateway did not take it'), { code: `HTTP ${answer.status}` });
  };

/** Routes messages by address: phones, Zalo accounts or mailboxes. */
export const byAddress =
  ({ sms, zalo, mail }: Record<'sms' | 'zalo' | 'mail', Deliver>): Deliver =>
  message =>
    (isZalo(message.to) ? zalo : isPhone(message.to) ? sms : mail)(message);
