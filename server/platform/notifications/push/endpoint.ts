import { lookup } from 'node:dns';
import { lookup as find } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Private networks: a push to them would let outsiders reach them through this server (SSRF). */
const INNER = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  INNER.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  INNER.addSubnet(net, bits, 'ipv6');

/** Whether an address is in a private network. */
export function isInner(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return isInner(mapped);
  return INNER.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const local = new Set<string>();
/** Allows a push service on this machine by its exact origin, for the demo and tests. */
export function allowLocalPush(origin: string): void {
  local.add(new URL(origin).origin);
}

/** Whether pushes may be sent to an endpoint: a public host, by name. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, port, hostname, username, password, origin } = new URL(endpoint);
  if (username || password) return false;
  if (local.has(origin)) return true;
  const bare = hostname.replace(/^\[|\]$/g, '');
  return (
    protocol === 'https:' &&
    port === '' &&
    isIP(bare) === 0 &&
    bare.includes('.') &&
    !/\.(local|internal|lan|home|localhost)$/.test(bare)
  );
}

/** Whether its name currently resolves into a private network. An unknown name may resolve later. */
export async function leadsInside(endpoint: string): Promise<boolean> {
  const { origin, hostname } = new URL(endpoint);
  if (local.has(origin)) return false;
  const addresses = await find(hostname, { all: true }).catch(() => []);
  return addresses.some(({ address }) => isInner(address));
}

/** DNS lookup for connections that refuses private addresses. */
export const outerLookup: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0);
    const inner = addresses.find(({ address }) => isInner(address));
    if (inner) return done(new Error(`${hostname} leads into the own network`), '', 0);
    if (options.all) return done(null, addresses);
    const [first] = addresses;
    return first ? done(null, first.address, first.family) : done(new Error(`${hostname} was not found`), '', 0);
  });

export const isLocalPush = (endpoint: string): boolean => local.has(new URL(endpoint).origin);
