import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UPLOAD_LIMIT } from '@lobby/shared/kit/upload-limits.ts';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Service {
  restart?: string;
  mem_limit?: string;
  logging?: { options?: Record<string, string> };
  healthcheck?: { test: string[] | string };
  environment?: Record<string, string>;
  ports?: string[];
}
const compose: { services: Record<string, Service> } = parse(read('docker-compose.yml'), { merge: true });

it.each(Object.entries(compose.services))(
  '%s comes back, is bounded, and does not fill the disk with its log',
  (_, service) => {
    expect(service.restart).toBe('unless-stopped');
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.logging?.options).toMatchObject({ 'max-size': expect.any(String), 'max-file': expect.any(String) });
  },
);

it('asks for the password of the database, and publishes none of its ports', () => {
  const { mongo, server1, server2 } = compose.services;
  expect(mongo?.environment?.MONGO_INITDB_ROOT_PASSWORD).toMatch(/^\$\{MONGO_PASSWORD:\?/);
  for (const server of [server1, server2])
    expect(server?.environment?.MONGODB_URI).toMatch(/^mongodb:\/\/lobby:\$\{MONGO_PASSWORD:\?.*authSource=admin$/);
  expect(mongo?.ports).toBeUndefined();
});

it('lets through at the proxy what the server takes', () => {
  const [, most] = /client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf')) ?? [];
  expect(Number(most) * 1024 * 1024).toBeGreaterThan(UPLOAD_LIMIT.request);
});

it('can be read by docker compose, where that is installed', context => {
  const [command, ...args] =
    spawnSync('docker', ['compose', 'version']).status === 0 ? ['docker', 'compose'] : ['docker-compose'];
  if (spawnSync(String(command), [...args, 'version']).status !== 0) return context.skip();
  const { status, stderr } = spawnSync(String(command), [...args, '-f', 'docker-compose.yml', 'config', '--quiet'], {
    cwd: ROOT,
    env: { ...process.env, MONGO_PASSWORD: 'secret' },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

it('finds a server that ends TLS itself as it finds one in the clear', () => {
  const check = spawnSync(process.execPath, [join(ROOT, 'deploy/healthcheck.mjs')], {
    env: { ...process.env, PORT: '9', TLS_CERT: 'cert.pem' },
    encoding: 'utf8',
  });
  expect(check.status).toBe(1);
  expect(read('Dockerfile')).toContain('CMD ["node", "deploy/healthcheck.mjs"]');
});
