import { type Deliver, type Message, Undeliverable } from './deliver.ts';

const WITHIN_MS = 15_000;
const PREFIX = 'zalo:';

/** Where somebody is reached by Zalo, as an address of the queue: the phone that the account stands on. */
export const zaloAddress = (phone: string): string => `${PREFIX}${phone}`;
export const isZalo = (address: string): boolean => address.startsWith(PREFIX);

/** Answers after which nothing is gained by trying again: no such account, not willing, a phone that is none, a template that was refused. */
const FINAL = new Set([-108, -114, -118, -119, -131, -132, -133, -137, -139, -140, -141, -145]);

/**
 * Over the notification service of Zalo: `POST <url> {phone, template_id, template_data, tracking_id}` with the token of the building's account,
 * answered 200 with `error`, which is 0 when it was taken. The tracking id is ours: the same again is the same message.
 */
export const overZalo =
  (url: string, token: string, templateId: string): Deliver =>
  async ({ id, to, subject }: Message) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', access_token: token },
      body: JSON.stringify({
        phone: to.slice(PREFIX.length).replace(/^\+/, ''),
        template_id: templateId,
        template_data: { content: subject },
        tracking_id: id,
      }),
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const said: unknown = answer.ok ? await answer.json().catch(() => null) : null;
    const code = typeof said === 'object' && said && 'error' in said ? Number(said.error) : null;
    if (code === 0) return undefined;
    const reason = code === null ? `HTTP ${answer.status}` : `ZALO ${code}`;
    if (code !== null && FINAL.has(code)) throw new Undeliverable(reason);
    throw Object.assign(new Error('Zalo did not take it'), { code: reason });
  };
