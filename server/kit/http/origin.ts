import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { fail } from '../base/errors.ts';

/** How browsers reach this server. */
export interface Addresses {
  /** Public address, if it differs from the server's own. */
  publicUrl: string | undefined;
  /** Whether it listens on the loopback interface only. */
  loopback: boolean;
  /** Where TLS ends: at this server, at a proxy, or nowhere. */
  tls: 'own' | 'proxy' | null;
}

/** Origin of the request, for links that are printed on paper. */
export const addressOf = (req: Request): string => `${req.protocol}://${req.get('host') ?? 'localhost'}`;

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** Whether an `Origin` header names this product itself. `null` and invalid addresses do not. */
export function isOwnOrigin(origin: string, req: IncomingMessage, { publicUrl, loopback, tls }: Addresses): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (publicUrl && url.origin === new URL(publicUrl).origin) return true;
  if (url.protocol !== (tls ? 'https:' : 'http:')) return false;
  // A page on this machine, or under a name that the building's DNS points here (white label).
  const here = LOOPBACK_NAMES.includes(url.hostname) || url.hostname.endsWith('.localhost');
  if (loopback && !tls && !here) return false;
  return url.host === req.headers.host;
}

/** Whether the request comes from this machine without a proxy in between. */
export function isDirectLoopback({ headers, socket }: IncomingMessage): boolean {
  if (headers['x-forwarded-for'] || headers.forwarded || headers['x-real-ip']) return false;
  const address = socket.remoteAddress ?? '';
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a proxy received the request over plain HTTP, or does not say that it was HTTPS. */
export const cameInTheClear = (req: IncomingMessage, tls: Addresses['tls']): boolean =>
  tls === 'proxy' && !isDirectLoopback(req) && lastOf(req.headers['x-forwarded-proto']) !== 'https';

const lastOf = (header: string | string[] | undefined) =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim();

/** Redirects requests that a proxy received over plain HTTP to the public address. */
export function tlsOnly({ tls, publicUrl }: Addresses): RequestHandler {
  return (req, res, next) => {
    // 308 keeps the method and body, so the client repeats the call encrypted.
    if (publicUrl && cameInTheClear(req, tls)) res.redirect(308, new URL(publicUrl).origin + req.originalUrl);
    else next();
  };
}

/** Refuses (421) a `Host` that is not ours, against DNS rebinding. Health probes call by this machine's address. */
export function ownHostOnly({ publicUrl, tls }: Addresses, isWhiteLabel: (host: string) => boolean): RequestHandler {
  const publicName = publicUrl ? new URL(publicUrl).hostname : null;
  const isHere = (name: string) => LOOPBACK_NAMES.includes(name) || name.endsWith('.localhost');
  return (req, res, next) => {
    const name = URL.canParse(`http://${req.headers.host}`) ? new URL(`http://${req.headers.host}`).hostname : '';
    // A proxy may call by this machine's address. With its own TLS and no public address, any name of the certificate is
    // accepted.
    const isOurs = name === publicName || isWhiteLabel(name) || isHere(name) || (publicName === null && tls !== null);
    if (isOurs) next();
    else res.status(421).type('text/plain').send('Misdirected Request');
  };
}

/**
 * Refuses writes that a page of another origin makes the browser send, with the user's cookie or to sign them in as somebody
 * else (CSRF).
 */
export function ownOriginOnly(addresses: Addresses): RequestHandler {
  return (req, _res, next) => {
    const { origin } = req.headers;
    const foreign = origin ? !isOwnOrigin(origin, req, addresses) : req.headers['sec-fetch-site'] === 'cross-site';
    if (foreign && !['GET', 'HEAD', 'OPTIONS'].includes(req.method)) fail('FORBIDDEN');
    next();
  };
}
