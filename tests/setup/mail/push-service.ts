import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allowLocalPush } from '@lobby/server/platform/notifications/push/endpoint.ts';
import { endAfterwards } from '../server/started.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** Decrypts a message of RFC 8291 with the browser's keys. */
export function decrypt(body: Buffer, browser: ECDH, auth: Buffer): string {
  const [salt, length] = [body.subarray(0, 16), body[20] ?? 0];
  const sender = body.subarray(21, 21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
  const derive = (name: string, size: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, size));
  const sealed = body.subarray(21 + length);
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  // The last 2 is the delimiter before the padding.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

/** Claims of a VAPID header (RFC 8292), with its signature verified. */
function vapidOf(header: string | undefined): { aud: string; sub: string; exp: number; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = bytes(key);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), signed, bytes(signature))) throw new Error('not signed by k');
  return { ...JSON.parse(bytes(claims).toString()), key };
}

export interface Pushed {
  device: string;
  said: { type: string; title: string; body: string; url: string; id: string; tag: string; projectId: string };
  topic: string | undefined;
  ttl: number;
  vapid: ReturnType<typeof vapidOf>;
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part);
  return Buffer.concat(parts);
}

/** A local push service (RFC 8030) with browsers; stopped after the test file. */
export async function startPushService() {
  const browsers = new Map<string, { ecdh: ECDH; auth: Buffer }>();
  const pushed: Pushed[] = [];
  let answers: number[] = [];
  const server = createServer(async (req, res) => {
    const device = req.url?.split('/').at(-1) ?? '';
    const browser = browsers.get(device);
    const body = await bodyOf(req);
    const status = browser ? (answers.shift() ?? 201) : 410;
    if (browser && status === 201) {
      const said = JSON.parse(decrypt(body, browser.ecdh, browser.auth));
      const { topic, ttl, authorization } = req.headers;
      pushed.push({ device, said, topic: topic as string, ttl: Number(ttl), vapid: vapidOf(authorization) });
    }
    res.writeHead(status).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  endAfterwards(async () => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  allowLocalPush(origin);
  return {
    origin,
    pushed,
    /** Statuses of the next responses, one per push. */
    answer: (...statuses: number[]) => {
      answers = statuses;
    },
    /** Subscribes a browser; returns its `deviceToken`. */
    subscribe(device: string): string {
      const [ecdh, auth] = [createECDH('prime256v1'), randomBytes(16)];
      ecdh.generateKeys();
      browsers.set(device, { ecdh, auth });
      const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') };
      return JSON.stringify({ endpoint: `${origin}/push/${device}`, expirationTime: null, keys });
    },
    unsubscribe: (device: string) => void browsers.delete(device),
  };
}
