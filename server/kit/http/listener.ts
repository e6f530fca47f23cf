import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { log } from '../ops/log.ts';

/** Files in PEM: the certificate with its chain, and its key. */
export interface Certificate {
  cert: string;
  key: string;
}

/** How long a client may take. A whole request is long: photographs over a telephone; its head is not. */
const LIMITS: ServerOptions = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5000,
  // Longer than a proxy keeps its connections to us, so that it never sends on one that we are closing.
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16 * 1024,
  // Whoever asks for anything but our socket (h2c) is answered as if they had not; else they would wait and be cut off.
  shouldUpgradeCallback: ({ url, headers }) =>
    headers.upgrade?.toLowerCase() === 'websocket' && (url ?? '').startsWith('/socket.io'),
};
const CERTIFICATE_LOOKS_MS = 60_000;

/** The server that all of the product hangs on: HTTP, or HTTPS with a certificate that is read again when its file changes. */
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
      // Half written: the old one serves on, and the next change is looked at again.
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
