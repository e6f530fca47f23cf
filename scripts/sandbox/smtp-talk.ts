import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Yields command lines, and after DATA the whole mail up to the final dot. */
export async function* linesOf(socket: Socket): AsyncGenerator<{ line: string; body?: string }> {
  let rest = '';
  let inBody = false;
  for await (const part of socket.setEncoding('utf8')) {
    rest += part;
    for (;;) {
      const end = rest.indexOf(inBody ? '\r\n.\r\n' : '\r\n');
      if (end < 0) break;
      const line = rest.slice(0, end);
      rest = rest.slice(end + (inBody ? 5 : 2));
      yield inBody ? { line: '', body: line } : { line };
      inBody = !inBody && /^DATA$/i.test(line);
    }
  }
}

/** Returns the verb of a command line, or BODY for the mail itself. */
export const verbOf = ({ line, body }: { line: string; body?: string }): string =>
  body === undefined ? (line.split(/[ :]/)[0] ?? '').toUpperCase() : 'BODY';

export const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';

/** Starts a mail server on the loopback interface; `talk` handles each connection. */
export async function listenTo(talk: (socket: Socket) => Promise<void>, port = 0) {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    void talk(socket).catch(() => socket.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
