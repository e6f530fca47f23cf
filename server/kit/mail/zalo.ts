import { type Deliver, type Message, Undeliverable } from './deliver.ts';

const WITHIN_MS = 15_000;
const PREFIX = 'zalo:';

/** A Zalo account as a queue address: the phone number it is registered with. */
export const zaloAddress = (phone: string): string => `${PREFIX}${phone}`;
export const isZalo = (address: string): boolean => address.startsWith(PREFIX);

/** Permanent errors: no such account, opted out, invalid phone, rejected template. */
const FINAL = new Set([-108, -114, -118, -119, -131, -132, -133, -137, -139, -140, -141, -145]);

/**
 * Sends by Zalo's notification service: `POST <url> {phone, template_id, template_data, tracking_id}` with the token of the
 * building's account. The answer is 200 with `error` 0 if accepted. `tracking_id` is our id; a repeated one is the same
 * message.
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
    const body: unknown = answer.ok ? await answer.json().catch(() => null) : null;
    const code = typeof body === 'object' && body && 'error' in body ? Number(body.error) : null;
    if (code === 0) return undefined;
    const reason = code === null ? `HTTP ${answer.status}` : `ZALO ${code}`;
    if (code !== null && FINAL.has(code)) throw new Undeliverable(reason);
    throw Object.assign(new Error('Zalo did not take it'), { code: reason });
  };
