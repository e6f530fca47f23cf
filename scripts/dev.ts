import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';

const root = join(import.meta.dirname, '..');
const api = `http://127.0.0.1:${process.env.PORT || 3000}`;

// The server restarts when one of its files changes; vite serves the page and updates it in place.
const watched = ['--watch', '--watch-preserve-output', join(root, 'server/main.ts')];
const server = spawn(process.execPath, watched, { stdio: 'inherit' });

// The server refuses WebSockets of other origins, and the page has another port here.
const proxied = { target: api, changeOrigin: true, headers: { origin: api } };
const vite = await createServer({
  root: join(root, 'client'),
  server: {
    host: '127.0.0.1',
    port: Number(process.env.DEV_PORT || 5173),
    proxy: { '/api': proxied, '/socket.io': { ...proxied, ws: true } },
  },
});
await vite.listen();
console.log('With hot reload:');
vite.printUrls();

// vite would exit before the server has shut down gracefully.
process.removeAllListeners('SIGTERM');
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
server.once('exit', async code => {
  await vite.close();
  process.exit(code ?? 1);
});
