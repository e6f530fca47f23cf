import { type Deliver, type Message, Undeliverable } from './deliver.ts';
import { isZalo } from './zalo.ts';

const WITHIN_MS = 15_000;

/** By what a project is known to its gateway. */
export interface SmsAccount {
  key: string | null;
  secret: string | null;
}
const NO_ACCOUNT: SmsAccount = { key: null, secret: null };

/** A phone as an address of the queue: mails have an @. */
export const isPhone = (address: string): boolean => address.startsWith('+');

/**
 * Over an SMS gateway: `POST <url> {id, to, from, text}`, answered 2xx when it was taken; the same id again is the same message. 4xx is a refusal for
 * good, anything else is tried again.
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
      // A short message is one line: what a mail has as its subject.
      body: JSON.stringify({ id, to, from: from.name, text: subject }),
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    if (answer.ok) return undefined;
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
      throw new Undeliverable(`HTTP ${answer.status}`);
    throw Object.assign(new Error('the gateway did not take it'), { code: `HTTP ${answer.status}` });
  };

/** Phones go by one way, accounts of Zalo by another, mailboxes by the third. */
export const byAddress =
  ({ sms, zalo, mail }: Record<'sms' | 'zalo' | 'mail', Deliver>): Deliver =>
  message =>
    (isZalo(message.to) ? zalo : isPhone(message.to) ? sms : mail)(message);
