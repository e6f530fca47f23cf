import { mkdtempSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { start } from '@lobby/server/app/start.ts';
import { readEnv } from '@lobby/server/env.ts';
import { client } from '@lobby/server/kit/database/database.ts';
import type { Route } from '@lobby/server/kit/http/route.ts';
import type { CommandStartedEvent } from 'mongodb';
import type { Figure } from '../load/figure.ts';
import type { Stage } from '../load/stage.ts';
import { moduleOf, NEVER, pathOf, ROUTES, titleOf } from '../setup/contract/routes.ts';
import { type Samples, samplesOf } from '../setup/contract/samples.ts';
import { isProvedRoute } from '../setup/contract/sampling.ts';
import { makeSite, type Person, type Site } from '../setup/world.ts';
import { bodyFor, inputOf, type Place, placesOf, put, queryOf, takesText } from './places.ts';
import { held, newTally, type Tally } from './verdict.ts';

const MARK = 'planted by x6';

/** Values that a driver would take for query operators. */
const OPERATORS: readonly Record<string, unknown>[] = [
  { $ne: MARK },
  { $gt: MARK },
  { $where: MARK },
  { $regex: MARK },
  { $in: [MARK] },
  { $not: { $eq: MARK } },
  { $expr: { $eq: [MARK, MARK] } },
  { $function: { body: MARK, args: [], lang: 'js' } },
];
const PLANTED = new RegExp(`"\\$(?!set|setOnInsert|push|addToSet|each)\\w+":[^,}]*${MARK}`);

/** Texts on which a careless pattern spends seconds. */
const SLOW = [
  `${'a'.repeat(50_000)}!`,
  `${' '.repeat(50_000)}x`,
  'a@'.repeat(20_000),
  `a@${'a.'.repeat(20_000)}@`,
  'đ́'.repeat(20_000),
  `${'+84'.repeat(15_000)}x`,
  `${'0 '.repeat(20_000)}x`,
  `${'<a '.repeat(15_000)}`,
  `2026-11-${'3'.repeat(50_000)}`,
];
const SLOW_MS = 100;

/** The product in this process, where its driver can be watched. */
async function openWatched(stage: Stage) {
  const dir = mkdtempSync(join(stage.dir, 'watched-'));
  const uri = `${stage.database('watched')}&monitorCommands=true`;
  const running = await start(readEnv({ PORT: '0', DATA_DIR: dir, TRUST_PROXY: '1', JOBS: '0' }), uri, false);
  const site = await makeSite(running.url, 'Alpha');
  const reached = newTally();
  client().on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    reached.tried++;
    const text = JSON.stringify(command);
    if (PLANTED.test(text)) reached.fallen.push(`${commandName}: ${text}`);
  });
  return { site, samples: samplesOf(site), reached, server: running.server as Server, stop: running.stop };
}

interface Target {
  route: Route;
  who: Person;
  path: string;
  body: Record<string, unknown> | undefined;
  queries: Place[];
  fields: Place[];
}

async function targetsOf(site: Site, samples: Samples): Promise<Target[]> {
  const targets: Target[] = [];
  for (const route of ROUTES.filter(isProvedRoute).filter(one => !one.upload && !/logout|\/files\//.test(one.path))) {
    const definition = moduleOf(route);
    const id = definition && route.path.includes(':id') ? (await samples.record(definition)).id : NEVER;
    const who = route.staff ? site.ann : site.dora;
    const fields = route.body ? placesOf(inputOf(route.body)) : [];
    const queries = placesOf(inputOf(route.query));
    targets.push({ route, who, path: pathOf(route, { id }), body: await bodyFor(route, samples), queries, fields });
  }
  return targets;
}

/** `filter[status][$ne]=x`, `filter[status][][$ne]=x`, and the same one level higher. */
function bracketed(at: readonly string[], operator: Record<string, unknown>): string[] {
  const inList = at.at(-1) === '0' ? at.slice(0, -1) : at;
  return [put({}, inList, operator), put({}, [...inList, '0'], operator), put({}, inList.slice(0, 1), operator)].map(
    queryOf,
  );
}

async function operators({ route, who, path, body, queries, fields }: Target, given: Tally, quick: boolean) {
  const method = route.method.toUpperCase();
  const plants = quick ? OPERATORS.slice(0, 1) : OPERATORS;
  const send = async (where: string, to: string, sent: unknown) => {
    const { status, data } = await who.call<unknown>(method, to, sent);
    given.tried++;
    // Several reads in one call are answered one by one: a refused one by null.
    const isRefused = status >= 400 || (Array.isArray(data) && data.length > 0 && data.every(part => part === null));
    if (!isRefused) given.fallen.push(`${titleOf(route)} ${where}: ${status}`);
  };
  for (const operator of plants) {
    const name = Object.keys(operator).join();
    for (const { at, schema } of fields)
      if (schema.type) await send(`${at.join('.')} ${name}`, path, put(body, at, operator));
    for (const { at } of queries)
      for (const query of bracketed(at, operator)) await send(decodeURIComponent(query), path + query, body);
    if (route.path.includes(':'))
      await send('path', route.path.replace(/:\w+/, encodeURIComponent(JSON.stringify(operator))), body);
    if (route.body) await send('body', path, operator);
  }
}

/** The quickest of a few tries: this machine does other things too. */
async function msOf(run: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 6 && best > SLOW_MS; tries++) {
    const begun = performance.now();
    await run();
    best = Math.min(best, performance.now() - begun);
  }
  return best;
}

async function slowTexts({ route, who, path, body, queries, fields }: Target, tally: Tally, quick: boolean) {
  const method = route.method.toUpperCase();
  // Passwords are slow to check by design, right or wrong.
  if (/password|login|register/.test(route.path)) return;
  const longest = (text: string, { schema }: Place) => text.slice(0, schema.maxLength ?? text.length);
  const [texts, places] = quick ? [SLOW.slice(0, 3), fields.slice(0, 4)] : [SLOW, fields];
  const take = async (where: string, cut: string, run: (text: string) => Promise<unknown>) => {
    tally.tried++;
    const ms = await msOf(() => run(cut));
    if (ms <= SLOW_MS) return;
    // On a machine that is busy elsewhere, a plain text of that length says what its way here and back costs.
    const plain = await msOf(() => run('word '.repeat(cut.length / 5)));
    if (ms > 3 * plain)
      tally.fallen.push(`${titleOf(route)} ${where}: ${Math.round(ms)} ms, plain ${Math.round(plain)}`);
  };
  for (const text of texts) {
    for (const place of places.filter(takesText))
      for (const cut of [text, longest(text, place)])
        await take(place.at.join('.'), cut, given => who.call(method, path, put(body, place.at, given)));
    for (const place of queries.filter(takesText))
      await take(place.at.join('.'), longest(text.slice(0, 2000), place), given =>
        who.call(method, path + queryOf(put({}, place.at, given)), body),
      );
  }
}

/** X6: what the driver would take for a question of its own, in every field and query; and texts that are slow to match. */
export const x6: Figure = {
  id: 'x6',
  title: 'operators and slow texts',
  async run(stage, quick) {
    const { site, samples, reached, stop } = await openWatched(stage);
    try {
      const [given, slow] = [newTally(), newTally()];
      const targets = await targetsOf(site, samples);
      const some = (nth: number) => (quick ? targets.filter((_, n) => n % nth === 0) : targets);
      for (const target of some(2)) await operators(target, given, quick);
      for (const target of some(4)) await slowTexts(target, slow, quick);
      return [
        held('operators taken as a value', given),
        held('commands of the driver that hold one', reached),
        held(`texts that take more than ${SLOW_MS} ms`, slow),
      ];
    } finally {
      await stop();
    }
  },
};
