import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Tolerance between clocks, and the limit to replay a recorded report. */
const GOOD_FOR_MS = 5 * 60_000;

const digest = (secret: string, at: number, payload: string) =>
  createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');

/** `t=<seconds>,v1=<hex>`: HMAC of time and payload, as senders of reports create it. */
export function signReport(secret: string, payload: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${digest(secret, seconds, payload)}`;
}

/** Verifies a recent signature. Returns an id of the payload, by which repeats are recognized, or null. */
export function readSignature(secret: string, header: string, payload: string, now: Date): string | null {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header.trim());
  if (!match) return null;
  const [, seconds = '', signature = ''] = match;
  if (Math.abs(now.getTime() - Number(seconds) * 1000) > GOOD_FOR_MS) return null;
  const right = Buffer.from(digest(secret, Number(seconds), payload));
  const received = Buffer.from(signature);
  if (right.length !== received.length || !timingSafeEqual(right, received)) return null;
  return createHash('sha256').update(signature).digest('hex');
}

/** Compares the key of a URL with our secret in constant time. */
export function hasKey(secret: string, key: string): boolean {
  const [right, received] = [secret, key].map(text => createHash('sha256').update(text).digest());
  return right !== undefined && received !== undefined && timingSafeEqual(right, received);
}
