import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { log } from '../ops/log.ts';

/** Paths of PEM files: the certificate with its chain, and its key. */
export interface Certificate {
  cert: string;
  key: string;
}

/** Timeouts. A whole request may be long (photographs over a mobile network); its headers may not. */
const LIMITS: ServerOptions = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5000,
  // Longer than a proxy keeps its connections, so that it never sends on one that we are closing.
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16 * 1024,
  // Ignores requests to upgrade to anything but our socket (such as h2c); otherwise they would wait and be cut off.
  shouldUpgradeCallback: ({ url, headers }) =>
    headers.upgrade?.toLowerCase() === 'websocket' && (url ?? '').startsWith('/socket.io'),
};
const CERTIFICATE_LOOKS_MS = 60_000;

/** Creates the HTTP server, or an HTTPS server whose certificate is reloaded when its file changes. */
export function openListener(certificate: Certificate | null, handle: RequestListener): Server {
  const server = certificate
    ? createTlsServer({ ...LIMITS, ...read(certificate), minVersion: 'TLSv1.2' }, handle)
    : createServer(LIMITS, handle);
  server.maxHeadersCount = 100;
  if (!certificate || !('setSecureContext' in server)) return server;
  const renew = () => {
    try {
      server.setSecureContext(read(certificate));
      log.info('the certificate was read again');
    } catch (error) {
      // The file may be half written: the old certificate stays in use until the next change.
      log.warn({ error: String(error) }, 'the certificate could not be read');
    }
  };
  watchFile(certificate.cert, { interval: CERTIFICATE_LOOKS_MS, persistent: false }, renew);
  server.once('close', () => unwatchFile(certificate.cert, renew));
  return server;
}

function read({ cert, key }: Certificate): { cert: Buffer; key: Buffer } {
  return { cert: readFileSync(cert), key: readFileSync(key) };
}
