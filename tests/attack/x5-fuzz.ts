import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Figure, Line } from '../load/figure.ts';
import { startServer } from '../load/product.ts';
import { type Home, SMALL_BUILDING } from '../load/stage.ts';
import { ROUTES } from '../setup/contract/routes.ts';
import { isProvedRoute } from '../setup/contract/sampling.ts';
import { held, leftOut, type Tally } from './verdict.ts';

const run = promisify(execFile);
const VERSION = '4.32.5';
/** Kept from run to run: installing takes longer than a quick run. */
const VENV = join(import.meta.dirname, `../../.data/schemathesis-${VERSION}`);
const PASSWORD = 'lobby-demo';

/** Every answer is as described: no 5xx, a status, a media type, headers and a body that the description names. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'allow_header_conformance',
  'ignored_auth',
  'use_after_free',
].join();

type Headers = Record<string, string>;

/** Signs in as staff or as a resident; answers the headers of their requests. */
async function headersOf(url: string, login: string): Promise<Headers> {
  const resident = login.startsWith('resident');
  const response = await fetch(`${url}/api/${resident ? 'resident/' : ''}auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ [resident ? 'login' : 'email']: login, password: PASSWORD }),
  });
  const { data } = (await response.json()) as {
    data: { accessToken: string; employees?: { projectId: string }[]; units?: { unitId: string }[] };
  };
  return {
    Authorization: `Bearer ${data.accessToken}`,
    ...(resident
      ? { 'X-Unit-Id': data.units?.[0]?.unitId ?? '' }
      : { 'X-Project-Id': data.employees?.[0]?.projectId ?? '' }),
  };
}

/** Stands for the token of the moment: a run takes longer than one is good for. */
const PASS = 'Bearer whoever-this-run-is';
const ANEW_MS = 300_000;

/** A way to the server for somebody who is signed in anew from time to time; answers its address, their headers, and how to close it. */
async function openWay(url: string, login: string) {
  let { Authorization: token, ...place } = await headersOf(url, login);
  const renewing = setInterval(async () => {
    token = (await headersOf(url, login)).Authorization;
  }, ANEW_MS);
  const agent = new Agent({ keepAlive: true });
  const door = createServer((asked, answer) => {
    const headers = asked.headers.authorization === PASS ? { ...asked.headers, authorization: token } : asked.headers;
    const going = request(url + asked.url, { method: asked.method, headers, agent }, found => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    going.on('error', () => answer.destroy());
    asked.pipe(going);
  });
  await once(door.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    headers: { Authorization: PASS, ...place },
    close() {
      clearInterval(renewing);
      door.closeAllConnections();
      door.close();
      agent.destroy();
    },
  };
}

/** The fuzzer, installed into an environment of its own; throws where Python's packages cannot be had. */
async function fuzzer(): Promise<string> {
  const program = join(VENV, 'bin/schemathesis');
  if (existsSync(program)) return program;
  try {
    await run(process.env.PYTHON ?? 'python3', ['-m', 'venv', VENV]);
    await run(join(VENV, 'bin/pip'), ['install', '--quiet', `schemathesis==${VERSION}`], { timeout: 240_000 });
  } catch (error) {
    rmSync(VENV, { recursive: true, force: true });
    throw error;
  }
  return program;
}

/** Report of a Schemathesis run. */
interface Found {
  complete: boolean;
  test_cases: { generated: number };
  failures: { title: string; operations: string[] }[];
  errors: unknown[];
}

/** Every corner of every schema is tried once, as the one who may do all: as the others, a choice of them. */
const EFFORTS = {
  quick: ['--max-examples', '1', '--phases', 'fuzzing'],
  some: ['--max-examples', '1', '--phases', 'examples,fuzzing'],
  thorough: ['--max-examples', '20'],
};
type Effort = keyof typeof EFFORTS;

/** The paths of the description that are tried, as one pattern. */
const PATHS = `^(${ROUTES.filter(isProvedRoute)
  .map(({ path }) => `/api${path.replace(/:(\w+)/g, '\\{$1\\}')}`)
  .join('|')})$`;

async function fuzz(program: string, url: string, home: Home, headers: Headers, effort: Effort): Promise<Tally> {
  const folder = mkdtempSync(join(home.dir, 'fuzz-'));
  const report = join(folder, 'report.json');
  const args = ['run', `${url}/api/openapi.json`, '--url', url, '--checks', CHECKS, '--seed', '1', '--no-shrink'];
  args.push('--continue-on-failure', ...EFFORTS[effort], '--report', 'json', '--report-json-path', report);
  args.push('--include-path-regex', PATHS);
  // Routes that end the session of the run are tried without one.
  if (headers.Authorization)
    args.push('--exclude-path', '/api/auth/logout', '--exclude-path', '/api/auth/sessions/{id}');
  for (const [name, value] of Object.entries(headers)) args.push('--header', `${name}: ${value}`);
  const { stdout } = await run(program, args, { cwd: folder, timeout: 1_800_000, maxBuffer: 2 ** 27 }).catch(
    (failed: { stdout: string }) => failed,
  );
  if (!existsSync(report)) throw new Error(`the fuzzer broke off: ${stdout.slice(-2000)}`);
  const found = JSON.parse(readFileSync(report, 'utf8')) as Found;
  const fallen = found.failures.flatMap(({ title, operations }) =>
    operations.map(operation => `${operation}: ${title}`),
  );
  fallen.push(...found.errors.map(error => JSON.stringify(error)), ...(found.complete ? [] : ['it broke off']));
  if (fallen.length > 0)
    console.log(stdout.slice(stdout.indexOf('= FAILURES'), stdout.indexOf('= SUMMARY')).slice(0, 6000));
  return { tried: found.test_cases.generated, fallen };
}

const NOBODY = 'nobody';
const ROLES = ['admin@hoasen.demo', 'reception@hoasen.demo', 'resident1@hoasen.demo', NOBODY];

/** X5: Schemathesis tries what the description of the API allows, and what it does not, as several people. */
export const x5: Figure = {
  id: 'x5',
  title: `Schemathesis ${VERSION} on openapi.json`,
  async run(stage, quick) {
    const program = await fuzzer().catch(error => String(error));
    if (!program.startsWith(VENV))
      return [leftOut('cases of the fuzzer', `pip could not install schemathesis==${VERSION}: ${program.slice(-200)}`)];
    const home = await stage.building(SMALL_BUILDING);
    const lines: Line[] = [];
    for (const role of quick ? ROLES.slice(0, 1) : ROLES) {
      // Each on a server of its own: what one does (a password, a sign-out) is not the next one's.
      const server = await startServer(home, { JOBS: '0' });
      try {
        const effort = quick ? 'quick' : role === ROLES[0] ? 'thorough' : 'some';
        const way = role === NOBODY ? { url: server.url, headers: {}, close() {} } : await openWay(server.url, role);
        const tally = await fuzz(program, way.url, home, way.headers, effort).finally(way.close);
        lines.push(held(`5xx and breaks of the description as ${role.split('@')[0]}`, tally));
      } finally {
        await server.stop();
      }
    }
    return lines;
  },
};
