import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answers } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { buildClient } from '../browser/stage/client.ts';
import { stopperOf } from '../load/child.ts';
import type { Figure } from '../load/figure.ts';
import type { Served } from '../load/product.ts';
import type { Home } from '../load/stage.ts';
import { openEar, until } from '../setup/client/socket-client.ts';
import { moduleOf, NEVER, pathOf, ROUTES } from '../setup/contract/routes.ts';
import { makeRecord } from '../setup/records.ts';
import { PASSWORD } from '../setup/world.ts';
import { type Arena, openArena } from './arena.ts';
import { bodyFor } from './places.ts';
import { held, newTally, type Tally } from './verdict.ts';

const ROOT = join(import.meta.dirname, '../..');
const WRONG = 'a-password-that-is-wrong';

/** The real server with everything that it writes to its log, the least of it too. */
async function startLogged({ uri, dir }: Home, client: string): Promise<Served & { log: () => string }> {
  const settings = {
    PORT: '0',
    DATA_DIR: dir,
    MONGODB_URI: uri,
    DEMO: '0',
    JOBS: '1',
    LOG_LEVEL: 'trace',
    TRUST_PROXY: '1',
  };
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    env: { ...process.env, NODE_ENV: 'production', CLIENT_DIR: client, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', part => said.push(part));
  const stop = stopperOf(child);
  const log = () => said.join('');
  const url = await until(() => /running at (http:\S+)/.exec(log())?.[1]);
  return { url, pid: child.pid ?? 0, stop, log };
}

interface Seen {
  /** Bodies of refusals, and the headers of every answer. */
  errors: string[];
  headers: string[];
}

/** A working day: everybody signs in, well and badly; every route is called with what it takes and with what it does not. */
async function workingDay(arena: Arena, known: Secrets): Promise<Seen> {
  const { site, samples, url } = arena;
  const seen: Seen = { errors: [], headers: [] };
  const send = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const form = body !== undefined && { body: JSON.stringify(body) };
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...form,
    });
    const text = await answer.text();
    if (!answer.ok) seen.errors.push(text);
    // The cookie of a sign-in is where its token belongs.
    seen.headers.push(JSON.stringify([...answer.headers].filter(([name]) => name !== 'set-cookie')));
    return answer;
  };
  for (const password of [PASSWORD, WRONG]) {
    const staff = await send('POST', '/auth/login', {}, { email: site.ben.email, password });
    const cookie = staff.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    if (cookie) known.tokens.push(cookie.replace(/^[^=]+=/, ''));
    await send('POST', '/auth/refresh', { Cookie: cookie });
    await send('POST', '/resident/auth/login', {}, { login: site.dora.email, password });
    await send('POST', '/auth/login', {}, { email: site.ben.email, password, more: password });
    await send('PUT', '/auth/password', as(site.ben), { current: password, password: 'short' });
  }
  await openEar(url, known.tokens[0] ?? '').then(
    ear => ear.close(),
    () => undefined,
  );
  for (const route of ROUTES.filter(one => !/logout|password/.test(one.path) && !one.upload)) {
    const definition = moduleOf(route);
    const id = definition && route.path.includes(':id') ? (await samples.record(definition)).id : NEVER;
    const [method, path] = [route.method.toUpperCase(), pathOf(route, { id })];
    const body = await bodyFor(route, samples);
    for (const who of [site.ann, site.dora]) {
      await send(method, path, as(who), body);
      await send(
        method,
        `${path}?token=${who.token}&q=${encodeURIComponent(known.personal[0] ?? '')}`,
        as(who),
        body && { ...body, password: WRONG },
      );
      await send(method, pathOf(route), { Authorization: `Bearer ${who.token}x` }, body);
    }
  }
  return seen;
}

const as = ({ token, id }: { token: string; id: string }, place: Record<string, string> = {}) => ({
  Authorization: `Bearer ${token}`,
  'X-Device-Id': id,
  ...place,
});

interface Secrets {
  tokens: string[];
  personal: string[];
  words: string[];
}

function find(tally: Tally, where: string, text: string, known: readonly string[]): void {
  tally.tried++;
  for (const secret of known)
    if (secret.length > 5 && text.includes(secret))
      tally.fallen.push(`${where} holds ${secret.slice(0, 6)}…: ${lineOf(text, secret)}`);
}

const lineOf = (text: string, secret: string) => {
  const at = text.indexOf(secret);
  return text.slice(Math.max(0, at - 120), at + 20).replaceAll('\n', ' ');
};

const KEYS = [
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /mongodb(\+srv)?:\/\//,
  /sourceMappingURL=(?!data:,)/,
  /lobby-demo/,
  /\/root\/|\/work\//,
];

/** The client as it is delivered: no secret of the installation, no path of the machine that built it, no sources beside it. */
function searchBundle(folder: string, known: readonly string[]): Tally {
  const tally = newTally();
  for (const file of globSync('**/*', { cwd: folder, withFileTypes: true }).filter(one => one.isFile())) {
    const text = readFileSync(join(file.parentPath, file.name), 'latin1');
    find(tally, file.name, text, known);
    for (const key of KEYS)
      if (key.test(text)) tally.fallen.push(`${file.name} holds ${key}: ${lineOf(text, key.exec(text)?.[0] ?? '')}`);
    if (file.name.endsWith('.map')) tally.fallen.push(`${file.name} is delivered`);
  }
  return tally;
}

async function knownOf({ site, samples }: Arena, dir: string): Promise<Secrets> {
  const personal = [site.dora.email, site.emil.email];
  for (const definition of MODULES) {
    const names = Object.entries(definition.fields).flatMap(([name, field]) => (field.personal ? name : []));
    if (names.length === 0) continue;
    const values = await samples.input(definition.fields);
    if (answers(definition, 'create')) await site.ann.post(definition.path, values);
    else await makeRecord(site.id, definition, values);
    // Some are left empty where others are given.
    const given = names.flatMap(name => (values[name] === undefined ? [] : String(values[name])));
    personal.push(...given.map(value => value.replace(/^0/, '')));
  }
  const secrets: Record<string, string> = JSON.parse(readFileSync(join(dir, 'secrets.json'), 'utf8'));
  return { tokens: [site.ann.token, site.dora.token], personal, words: [PASSWORD, WRONG, ...Object.values(secrets)] };
}

/** X12: what must be nowhere but where it belongs, looked for after a working day. */
export const x12: Figure = {
  id: 'x12',
  title: 'secrets, tokens and personal data',
  async run(stage) {
    const client = await buildClient();
    let log = () => '';
    let dir = '';
    const arena = await openArena(stage, {
      foreign: false,
      launch: async home => {
        const server = await startLogged(home, client.folder);
        [log, dir] = [server.log, home.dir];
        return server;
      },
    });
    try {
      const known = await knownOf(arena, dir);
      const { errors, headers } = await workingDay(arena, known);
      const all = [...known.tokens, ...known.personal, ...known.words];
      const [logged, refused, sent] = [newTally(), newTally(), newTally()];
      for (const line of log().split('\n').filter(Boolean)) find(logged, 'the log', line, all);
      // A link of one's own carries its own signature; nothing of a sign-in or of a person may be in an address that others see.
      for (const error of errors) find(refused, 'a refusal', error, all);
      for (const header of headers) find(sent, 'a header', header, all);
      const page = await (await fetch(arena.url)).text();
      const bundle = searchBundle(client.folder, all);
      find(bundle, 'the page', page, all);
      return [
        held('lines of the log with a secret or a person in it', logged),
        held('refusals that repeat one', refused),
        held('headers with one', sent),
        held('files of the client with one', bundle),
      ];
    } finally {
      await arena.close();
      client.remove();
    }
  },
};
