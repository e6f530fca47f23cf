import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import webPush from 'web-push';
import type { Installation } from './devices.ts';
import { isLocalPush, isPushService, outerLookup } from './endpoint.ts';
import type { Payload } from './payload.ts';

/** VAPID key pair that identifies this installation to push services (RFC 8292), and its contact. */
export interface Vapid {
  publicKey: string;
  privateKey: string;
  subject: string;
}

const TIMEOUT_MS = 10_000;

/** Answer of a push service; status 0 if it was unreachable. */
export interface Answer {
  status: number;
  /** Seconds after which to try again. */
  retryAfter: number | null;
}

/** Sends a push to a browser's service. Follows no redirects, and connects to no private network. */
export function handOver(
  { subscription }: Pick<Installation, 'subscription'>,
  payload: Payload,
  options: { ttl: number; urgency: 'high' | 'normal' | 'low' },
  keys: Vapid,
): Promise<Answer> {
  if (!isPushService(subscription.endpoint)) return Promise.resolve({ status: 403, retryAfter: null });
  const { endpoint, method, headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
    TTL: options.ttl,
    topic: payload.tag,
    urgency: options.urgency,
    vapidDetails: keys,
    contentEncoding: 'aes128gcm',
  });
  const local = isLocalPush(endpoint);
  const ask = endpoint.startsWith('https:') ? secure : plain;
  return new Promise(done => {
    const failed = () => done({ status: 0, retryAfter: null });
    const sent = ask(
      endpoint,
      { method, headers, timeout: TIMEOUT_MS, ...(!local && { lookup: outerLookup }) },
      answer => {
        const after = Number(answer.headers['retry-after']);
        answer.resume();
        done({ status: answer.statusCode ?? 0, retryAfter: Number.isFinite(after) && after > 0 ? after : null });
      },
    );
    sent.on('timeout', () => sent.destroy());
    sent.on('error', failed);
    sent.end(body);
  });
}
