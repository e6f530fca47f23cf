import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { fail } from '../base/errors.ts';

/** What this server knows of the addresses under which browsers see it. */
export interface Addresses {
  /** The address people use, where it is not the server's own. */
  publicUrl: string | undefined;
  /** Listens on this machine alone. */
  loopback: boolean;
  /** How people's connections are encrypted. */
  tls: 'own' | 'proxy' | null;
}

/** Where somebody found this server: what a paper that they print leads to. */
export const addressOf = (req: Request): string => `${req.protocol}://${req.get('host') ?? 'localhost'}`;

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** Whether an `Origin` header names this product itself; `null`, and whatever is no address, comes from elsewhere. */
export function isOwnOrigin(origin: string, req: IncomingMessage, { publicUrl, loopback, tls }: Addresses): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  if (publicUrl && given.origin === new URL(publicUrl).origin) return true;
  if (given.protocol !== (tls ? 'https:' : 'http:')) return false;
  // A page of this machine, or of any name that a building's own address book leads here (white label).
  const here = LOOPBACK_NAMES.includes(given.hostname) || given.hostname.endsWith('.localhost');
  if (loopback && !tls && !here) return false;
  return given.host === req.headers.host;
}

/** Whether the request came from this machine, by nobody in between: what only its owner can send. */
export function isDirectLoopback({ headers, socket }: IncomingMessage): boolean {
  if (headers['x-forwarded-for'] || headers.forwarded || headers['x-real-ip']) return false;
  const address = socket.remoteAddress ?? '';
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a proxy says that it took the request in the clear, or nobody says that it did not. */
export const cameInTheClear = (req: IncomingMessage, tls: Addresses['tls']): boolean =>
  tls === 'proxy' && !isDirectLoopback(req) && lastOf(req.headers['x-forwarded-proto']) !== 'https';

const lastOf = (header: string | string[] | undefined) =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim();

/** Sends on, to the address people use, what a proxy took in the clear. */
export function tlsOnly({ tls, publicUrl }: Addresses): RequestHandler {
  return (req, res, next) => {
    // 308 keeps the method and the body: a client that follows it goes on encrypted.
    if (publicUrl && cameInTheClear(req, tls)) res.redirect(308, new URL(publicUrl).origin + req.originalUrl);
    else next();
  };
}

/** Refuses (421) a `Host` that is none of ours: a page of a name that somebody else points here must not get the product. Probes go by the address. */
export function ownHostOnly({ publicUrl, tls }: Addresses, isWhiteLabel: (host: string) => boolean): RequestHandler {
  const own = publicUrl ? new URL(publicUrl).hostname : null;
  const isHere = (name: string) => LOOPBACK_NAMES.includes(name) || name.endsWith('.localhost');
  return (req, res, next) => {
    const name = URL.canParse(`http://${req.headers.host}`) ? new URL(`http://${req.headers.host}`).hostname : '';
    // A proxy may ask by the address of this machine; with TLS of its own and no address set, it is known under whatever its certificate says.
    const known = name === own || isWhiteLabel(name) || isHere(name) || (own === null && tls !== null);
    if (known) next();
    else res.status(421).type('text/plain').send('Misdirected Request');
  };
}

/** Refuses calls that change something when a page of another origin has made the browser send them: with a cookie, or to sign it in as somebody else. */
export function ownOriginOnly(addresses: Addresses): RequestHandler {
  return (req, _res, next) => {
    const { origin } = req.headers;
    const foreign = origin ? !isOwnOrigin(origin, req, addresses) : req.headers['sec-fetch-site'] === 'cross-site';
    if (foreign && !['GET', 'HEAD', 'OPTIONS'].includes(req.method)) fail('FORBIDDEN');
    next();
  };
}
