import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Handles a call of a sandbox. */
type Serve = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** Reads the body of a request as text. */
export async function bodyOf(req: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of req) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/**
 * Listens on the loopback interface only, at a free port if `port` is 0. An exception in the sandbox is answered with 500
 * and its text.
 * `close` aborts pending waits through `stop`, drops all connections and resolves once everything has ended.
 */
export async function listening(port: number, serve: Serve, stop: AbortController) {
  const server = createServer((req, res) => {
    serve(req, res).catch(error => {
      if (!res.headersSent && !res.destroyed) res.writeHead(500).end(String(error));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      stop.abort();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/**
 * Parses the faults requested for the next calls, `{"faults": ["lost"]}`; returns a message that lists the known ones if any
 * is unknown.
 */
export function faultsIn<F extends string>(
  body: unknown,
  allowed: readonly F[],
): { faults: F[] } | { message: string } {
  const { faults } = (body ?? {}) as { faults?: unknown };
  const named = Array.isArray(faults) ? faults.map(name => allowed.find(fault => fault === name)) : [undefined];
  const all = named.filter(name => name !== undefined);
  return all.length === named.length ? { faults: all } : { message: `{"faults": [...]} of: ${allowed.join(' ')}` };
}
