import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { listen } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const { ann } = await makeSite(server.url, 'Alpha');

/** Sends a request as written and returns the head of its answer. */
const ask = (lines: string[]) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    let said = '';
    socket.setEncoding('utf8').on('data', part => {
      said += part;
      if (said.includes('\r\n\r\n')) socket.end();
    });
    socket.on('close', () => resolve(said)).on('error', reject);
  });
const host = `Host: ${new URL(server.url).host}`;

it.each(['h2c', 'TLS/1.0', 'websocket', 'anything'])(
  'who asks for %s is answered in HTTP all the same',
  async wanted => {
    const said = await ask(['GET /healthz HTTP/1.1', host, `Connection: Upgrade`, `Upgrade: ${wanted}`]);
    expect(said.split('\r\n')[0]).toBe('HTTP/1.1 200 OK');
  },
);

it('our own socket is opened as ever', async () => {
  expect((await listen(server.url, ann.token)).socket.connected).toBe(true);
});
