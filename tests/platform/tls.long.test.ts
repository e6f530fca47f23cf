import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '@lobby/server/env.ts';
import { io } from 'socket.io-client';
import { afterAll, expect, it } from 'vitest';
import { makeCertificate } from '../setup/server/certificate.ts';
import { askerOf } from '../setup/server/https.ts';
import { listen } from '../setup/server/listener.ts';
import { startAlone, startServer } from '../setup/server/server.ts';
import { makeSite, PASSWORD } from '../setup/world.ts';

const dir = mkdtempSync(join(tmpdir(), 'lobby-tls-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const certificate = makeCertificate(dir);
const own = { TLS_CERT: certificate.cert, TLS_KEY: certificate.key };
const proxied = { TRUST_PROXY: '1', PUBLIC_URL: 'https://desk.example.vn' };
const server = await startServer();
const { ann } = await makeSite(server.url, 'Alpha');
const signIn = JSON.stringify({ email: ann.email, password: PASSWORD });

it('does not start in the clear outside loopback', () => {
  const env = (more: Record<string, string>) => readEnv({ DATA_DIR: dir, HOST: '0.0.0.0', ...more });
  expect(() => env({})).toThrow(/HOST: 0\.0\.0\.0 is outside loopback, where TLS is required/);
  expect(() => env({ TRUST_PROXY: '1' })).toThrow(/TLS is required/);
  expect(() => env({ TRUST_PROXY: '1', PUBLIC_URL: 'http://desk.example.vn' })).toThrow(/TLS is required/);
  expect(() => env({ PUBLIC_URL: proxied.PUBLIC_URL })).toThrow(/TLS is required/);
  expect(() => env({ TLS_CERT: certificate.cert })).toThrow(/TLS_CERT and TLS_KEY/);
  expect(env(own).tls).toBe('own');
  expect(env(proxied).tls).toBe('proxy');
  expect(readEnv({ DATA_DIR: dir }).tls).toBeNull();
});

const ask = askerOf(certificate.pem);

it('speaks HTTPS with its own certificate, and nothing else', async () => {
  const { url } = await startAlone(server, 'info', own);
  expect(url).toMatch(/^https:/);
  const headers = { 'Content-Type': 'application/json' };
  const answer = await ask(`${url}/api/auth/login`, { method: 'POST', headers }, signIn);
  expect(answer.status).toBe(200);
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-refresh=.*; HttpOnly; Secure; SameSite=Strict/),
    // The cookie that scripts can read tells only that the other one exists.
    expect.stringMatching(/^staff-signed-in=1; Max-Age=\d+; Path=\/; Expires=[^;]+; Secure; SameSite=Strict$/),
  ]);
  await expect(ask(`${url}/healthz`, { maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' })).rejects.toThrow();
  await expect(fetch(`${url.replace('https', 'http')}/healthz`)).rejects.toThrow();

  const socket = io(url, { auth: { token: ann.token }, transports: ['websocket'], ca: certificate.pem });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  socket.disconnect();
}, 30_000);

it('behind a proxy it takes nothing that came in the clear', async () => {
  const { url } = await startAlone(server, 'info', proxied);
  const through = (proto: string) => ({ 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': proto });
  const login = (headers: Record<string, string>) =>
    fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: signIn,
      redirect: 'manual',
    });
  const good = await login(through('https'));
  expect([good.status, good.headers.get('strict-transport-security')]).toEqual([200, 'max-age=31536000']);
  expect(good.headers.get('set-cookie')).toContain('Secure');
  const clear = await login(through('http'));
  expect([clear.status, clear.headers.get('location')]).toEqual([308, 'https://desk.example.vn/api/auth/login']);
  expect(clear.headers.get('set-cookie')).toBeNull();
  expect((await fetch(`${url}/readyz`, { headers: through('http') })).status).toBe(200);

  (await listen(url, ann.token, { ...through('https'), Origin: 'https://desk.example.vn' })).close();
  await expect(listen(url, ann.token, through('http'))).rejects.toThrow();
  await expect(listen(url, ann.token, { ...through('https'), Origin: 'https://evil.example' })).rejects.toThrow();
}, 30_000);

it('on loopback there is no promise of TLS to keep', async () => {
  expect((await fetch(`${server.url}/healthz`)).headers.get('strict-transport-security')).toBeNull();
});

it('refuses what a foreign page makes a browser send with its cookie', async () => {
  const refresh = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/auth/refresh`, { method: 'POST', headers: { Cookie: 'refresh=x.1.y', ...headers } });
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ];
  for (const headers of foreign) {
    const answer = await refresh(headers);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('"FORBIDDEN"')]);
  }
  // Nor may it sign the browser in as somebody else.
  for (const headers of foreign) {
    const body = JSON.stringify({ email: ann.email, password: PASSWORD });
    const sent = { 'Content-Type': 'application/json', ...headers };
    expect((await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers: sent, body })).status).toBe(403);
  }
  expect((await refresh({ Origin: server.url })).status).toBe(401);
  expect((await refresh({})).status).toBe(401);
});

it('is nobody under a name that is not its own', async () => {
  const { port } = new URL(server.url);
  const statusOf = (host: string, path = '/') =>
    new Promise<number>((resolve, reject) => {
      request({ port, host: '127.0.0.1', path, headers: { Host: host } }, answer => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
        .once('error', reject)
        .end();
    });
  for (const host of ['evil.example', `evil.example:${port}`, '10.0.0.5'])
    expect([host, await statusOf(host)]).toEqual([host, 421]);
  for (const host of ['localhost', `127.0.0.1:${port}`, 'building.localhost', '[::1]'])
    expect([host, await statusOf(host, '/api/check-maintenance')]).toEqual([host, 200]);
  expect(await statusOf('evil.example', '/healthz')).toBe(200);
});

it('answers what is no file with 404, not with its page', async () => {
  for (const path of [
    '/.env',
    '/.git/config',
    '/.git/config.js',
    '/server/env.ts',
    '/wp-login.php',
    '/projects/x.y',
    '/%2e%67it/config',
  ])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 404]);
});
