import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { io, type Socket } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { deskOf } from '../setup/house/desk.ts';
import { rowsIn } from '../setup/records.ts';
import { makeCertificate } from '../setup/server/certificate.ts';
import { askerOf } from '../setup/server/https.ts';
import { pause, until } from '../setup/server/listener.ts';
import { type SecondServer, startAlone, startServer } from '../setup/server/server.ts';
import { endAfterwards } from '../setup/server/started.ts';
import { makeSite, PASSWORD } from '../setup/world.ts';

// deploy/nginx.conf as it is, but for addresses and folders, in front of two real servers.

const nginx = process.env.NGINX;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

if (!nginx) it('needs nginx', ({ skip }) => skip('no nginx was found (PATH, NGINX=<path>, Debian package)'));
// Not `skipIf`: that runs what is within all the same.
else
  describe('nginx in front of two servers', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'lobby-nginx-'));
    endAfterwards(async () => rmSync(dir, { recursive: true, force: true }));
    const certificate = makeCertificate(join(dir, 'tls'));
    const base = await startServer();
    const site = await makeSite(base.url, 'Alpha');
    const desk = deskOf(site);
    const [port, plain, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const origin = `https://127.0.0.1:${port}`;
    const settings = { TRUST_PROXY: '1', PUBLIC_URL: origin };
    const servers = await Promise.all(ports.map(one => startAlone(base, 'info', { ...settings, PORT: String(one) })));
    await startProxy(nginx);
    const ask = askerOf(certificate.pem, true);
    const sockets: Socket[] = [];
    endAfterwards(async () => {
      for (const socket of sockets) socket.disconnect();
    });

    async function startProxy(program: string): Promise<void> {
      const config = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
        .replaceAll('/etc/nginx/tls', join(dir, 'tls'))
        .replace('server1:3000', `127.0.0.1:${ports[0]}`)
        .replace('server2:3000', `127.0.0.1:${ports[1]}`)
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replace('listen 80', `listen 127.0.0.1:${plain}`);
      mkdirSync(join(dir, 'logs'), { recursive: true });
      writeFileSync(join(dir, 'nginx.conf'), config);
      const own = `daemon off; pid ${dir}/nginx.pid; error_log ${dir}/error.log;`;
      const child = spawn(program, ['-p', dir, '-e', join(dir, 'error.log'), '-c', 'nginx.conf', '-g', own], {
        stdio: 'ignore',
      });
      endAfterwards(async () => {
        child.kill('SIGQUIT');
        await Promise.race([once(child, 'exit'), pause(3000)]);
        child.kill('SIGKILL');
      });
      await until(() => {
        if (child.exitCode !== null) throw new Error(readFileSync(join(dir, 'error.log'), 'utf8'));
        return askerOf(certificate.pem)(`${origin}/healthz`).catch(() => null);
      });
    }

    const figure = async (server: SecondServer | undefined, name: RegExp) =>
      Number(name.exec(await (await fetch(`${server?.url}/metrics`)).text())?.[1] ?? 0);
    const standing = (who = site.ann) => ({ Authorization: `Bearer ${who.token}`, 'X-Project-Id': site.id });
    const openOne = (who = site.ann) =>
      ask(
        `${origin}/api${desk.path}`,
        { method: 'POST', headers: { ...standing(who), 'Content-Type': 'application/json' } },
        JSON.stringify({ title: 'T', content: 'C', unitId: site.unitId }),
      );

    /** A socket as the client has it: comes back by itself and asks for what it missed. */
    async function colleague() {
      const socket = io(origin, { auth: { token: site.ben.token }, transports: ['websocket'], ca: certificate.pem });
      sockets.push(socket);
      const heard = new Set<string>();
      let cursor: string | undefined;
      const take = (event: { cursor: string; entityId: string }) => {
        cursor = event.cursor || cursor;
        heard.add(event.entityId);
      };
      socket.on('event', take);
      const subscribe = async () => {
        const given = { projectId: site.id, modules: [ticket.code], ...(cursor && { since: cursor }) };
        const answer = await socket.timeout(5000).emitWithAck('subscribe', given);
        for (const event of answer.events ?? []) take(event);
        cursor = answer.cursor;
      };
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
      await subscribe();
      socket.io.on('reconnect', () => void subscribe());
      return { heard, socket };
    }

    it('hands requests out in turn, over TLS alone', async () => {
      const health = /^lobby_requests_total\{method="GET",route="other",status="200"\} (\d+)$/m;
      const before = await Promise.all(servers.map(server => figure(server, health)));
      for (let n = 0; n < 40; n++) expect((await ask(`${origin}/healthz`)).status).toBe(200);
      const after = await Promise.all(servers.map(server => figure(server, health)));
      // Reading the figure is a request itself.
      for (const [n, count] of after.entries()) expect(Math.abs(count - (before[n] ?? 0) - 20)).toBeLessThanOrEqual(2);
      const clear = await fetch(`http://127.0.0.1:${plain}/projects?x=1`, { redirect: 'manual' });
      expect([clear.status, clear.headers.get('location')]).toEqual([308, 'https://127.0.0.1/projects?x=1']);
      expect((await ask(`${origin}/metrics`)).status).toBe(404);
      const page = await ask(`${origin}/healthz`);
      expect(page.headers['strict-transport-security']).toBe('max-age=31536000');
    });

    it('spreads sockets, and a change through either server reaches all of them', async () => {
      const all = await Promise.all([1, 2, 3, 4, 5, 6].map(colleague));
      const spread = await Promise.all(servers.map(server => figure(server, /^lobby_sockets (\d+)$/m)));
      // Each worker of nginx takes turns by itself.
      expect(Math.min(...spread)).toBeGreaterThan(0);
      const made = JSON.parse((await openOne()).text).data.id;
      for (const { heard } of all) await until(() => heard.has(made));
      for (const { socket } of all) socket.disconnect();
    });

    it('a server that is stopped and started again under load is not noticed', {
      timeout: 180_000,
    }, async () => {
      const watcher = await Promise.all([colleague(), colleague()]);
      const acknowledged: string[] = [];
      const failed: string[] = [];
      let slowest = 0;
      let working = true;
      const workers = Array.from({ length: 8 }, async (_, n) => {
        for (; working; await pause(120)) {
          const begun = performance.now();
          const who = n < 4 ? site.ann : site.ben;
          const answer =
            n % 2 ? await openOne(who) : await ask(`${origin}/api${desk.path}`, { headers: standing(who) });
          slowest = Math.max(slowest, performance.now() - begun);
          if (answer.status >= 300) failed.push(`${answer.status} ${answer.text.slice(0, 200)}`);
          else if (n % 2) acknowledged.push(JSON.parse(answer.text).data.id);
        }
      });
      try {
        await until(() => acknowledged.length > 20);
        const begun = performance.now();
        await servers[0]?.stop();
        expect(performance.now() - begun).toBeLessThan(10_000);
        const made = acknowledged.length;
        await until(() => acknowledged.length > made + 20);
        servers[0] = await startAlone(base, 'info', { ...settings, PORT: String(ports[0]) });
        // nginx looks again after five seconds.
        await until(async () => (await figure(servers[0], /route="\/pms\/helpdesk",status="200"\} (\d+)$/m)) > 3);
      } finally {
        working = false;
        await Promise.allSettled(workers);
      }
      await Promise.all(workers);
      expect(failed).toEqual([]);
      expect(slowest).toBeLessThan(5000);
      const stored = new Set((await rowsIn('tickets').find({ projectId: site.id }).toArray()).map(one => one._id));
      expect(acknowledged.filter(id => !stored.has(id))).toEqual([]);
      for (const { heard } of watcher) await until(() => acknowledged.every(id => heard.has(id)));
    });

    it('counts guesses by where they come from, not by what they say', async () => {
      const answers = await Promise.all(
        Array.from({ length: 160 }, (_, n) =>
          ask(
            `${origin}/api/auth/login`,
            { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `203.0.113.${n}` } },
            JSON.stringify({ email: `nobody${n}@example.test`, password: PASSWORD }),
          ),
        ),
      );
      // Sixty at once through each of the two.
      expect(answers.filter(answer => answer.status === 429).length).toBeGreaterThan(20);
    });
  });
