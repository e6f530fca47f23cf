import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a sandbox answers a call with. */
type Serve = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** All that a call brought, as text. */
export async function bodyOf(req: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of req) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/**
 * Listens on this machine alone, at a port of its own where `port` is 0. A call that fails in the sandbox itself is 500 with its error.
 * `close` ends what waits by `stop`, drops who is connected and resolves once nothing is left.
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

/** What somebody asks to go wrong with the next calls: `{"faults": ["lost"]}`, each by a name that is known; else an answer that lists them. */
export function faultsIn<F extends string>(body: unknown, known: readonly F[]): { faults: F[] } | { message: string } {
  const { faults } = (body ?? {}) as { faults?: unknown };
  const named = Array.isArray(faults) ? faults.map(name => known.find(one => one === name)) : [undefined];
  const all = named.filter(name => name !== undefined);
  return all.length === named.length ? { faults: all } : { message: `{"faults": [...]} of: ${known.join(' ')}` };
}
