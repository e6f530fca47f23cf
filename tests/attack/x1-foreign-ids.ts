import { db } from '@lobby/server/kit/database/database.ts';
import type { Route } from '@lobby/server/kit/http/route.ts';
import { eventCollection } from '@lobby/server/kit/store/events.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Figure } from '../load/figure.ts';
import type { Answer } from '../setup/caller.ts';
import { openEar, pause, subscribeAll } from '../setup/client/socket-client.ts';
import { moduleOf, NEVER, pathOf, ROUTES, titleOf } from '../setup/contract/routes.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { isProvedRoute } from '../setup/contract/sampling.ts';
import { stored } from '../setup/records.ts';
import type { Person } from '../setup/world.ts';
import { type Arena, openArena } from './arena.ts';
import { bodyFor, inputOf, placesOf, put, queryOf, takesId } from './places.ts';
import { held, newTally, type Tally } from './verdict.ts';

type Ask = (id: string) => Promise<Answer<unknown>>;

/** The answer with the ids that were asked for and the marks of request and moment taken out. */
const seen = ({ status, text }: Answer<unknown>, id: string) =>
  `${status} ${text
    .replaceAll(id, '<id>')
    .replaceAll(NEVER, '<id>')
    .replace(/"(requestId|asOf)":"[^"]+"/g, '')}`;

/** Whose ids are tried: every record of the other project, its units and its people. */
function idsOf({ other, foreign }: Arena, more: readonly string[]): string[] {
  const people = [other.ann, other.dora].flatMap(one => [one.id, one.userId]);
  return [...[...foreign.values()].map(row => row.id), other.id, other.unitId, ...people, ...more];
}

/** Asks with an id of the other project: it must be answered as one that never was, or show nothing of that project. */
async function intrude(tally: Tally, what: string, ask: Ask, id: string, all: readonly string[]): Promise<void> {
  const [theirs, never] = [await ask(id), await ask(NEVER)];
  tally.tried++;
  if (seen(theirs, id) === seen(never, NEVER)) return;
  const shown = theirs.text.replaceAll(id, '');
  // Where an id is only a place in an order (messages before it), it may stand for one: if nothing of its project is shown.
  if (theirs.status === 200 && /^GET .*(before|after|around)/.test(what) && !all.some(one => shown.includes(one)))
    return;
  // Each call makes a record of its own where an id that is not known is passed over, such as that of a lapsed hold.
  if (theirs.status === 201 && never.status === 201 && !all.some(one => shown.includes(one))) return;
  tally.fallen.push(`${what}: ${theirs.status} instead of ${never.status}: ${theirs.text}`);
}

/** Every place of a route where an id may stand: its path, its query, its body with lists and filters. */
async function asksOf(route: Route, who: Person, { site, samples }: Arena): Promise<[string, Ask][]> {
  const method = route.method.toUpperCase();
  const body = await bodyFor(route, samples);
  const asks: [string, Ask][] = [];
  if (route.path.includes(':id'))
    asks.push([`${titleOf(route)} path`, id => who.call(method, pathOf(route, { id }), body)]);
  const definition = moduleOf(route);
  const own = definition && route.path.includes(':id') ? (await samples.record(definition)).id : NEVER;
  const path = pathOf(route, { id: own });
  for (const { at } of placesOf(inputOf(route.query)).filter(takesId))
    asks.push([`${titleOf(route)} ${at.join('.')}`, id => who.call(method, path + queryOf(put({}, at, id)), body)]);
  const taken = who === site.dora ? (route.residentBody ?? route.body) : route.body;
  const schema = taken && inputOf(taken);
  for (const { at } of schema ? placesOf(schema).filter(takesId) : [])
    asks.push([`${titleOf(route)} ${at.join('.')}`, id => who.call(method, path, put(withFilter(body, at), at, id))]);
  return asks;
}

/** A filter counts only for all that it finds. */
function withFilter(body: Record<string, unknown> | undefined, [first]: readonly string[]) {
  if (first !== 'filter') return body;
  const { ids: _, ...others } = body ?? {};
  return { ...others, isAll: true };
}

async function headers(tally: Tally, { site, other }: Arena, routes: readonly Route[]): Promise<void> {
  for (const route of routes.filter(one => one.audience === 'project'))
    for (const [who, name, ids] of [
      [site.ann, 'X-Project-Id', [other.id, NEVER]],
      [site.dora, 'X-Unit-Id', [other.unitId, site.otherUnitId, NEVER]],
      [site.dora, 'X-Project-Id', [other.id]],
    ] as const)
      for (const id of ids) {
        const body = route.method === 'get' ? undefined : {};
        const { status } = await who.call(route.method.toUpperCase(), pathOf(route), body, { [name]: id });
        tally.tried++;
        if (status !== 403) tally.fallen.push(`${titleOf(route)} with a foreign ${name}: ${status}`);
      }
}

/** On a socket: places that are not one's own are refused, and nothing of them is ever heard. */
async function sockets(arena: Arena, ids: readonly string[]): Promise<Tally> {
  const tally = newTally();
  const { site, other, url } = arena;
  const modules = [ticket.code];
  const ears = await Promise.all([site.ann, site.dora].map(one => openEar(url, one.token)));
  const [staff, resident] = ears;
  if (staff) await subscribeAll(staff, { projectId: site.id });
  if (resident) await subscribeAll(resident, { unitId: site.unitId });
  for (const ear of ears)
    for (const id of ids) {
      const tries: [string, object][] = [
        ['subscribe', { projectId: id, modules }],
        ['subscribe', { unitId: id, modules }],
        ['presence', { projectId: other.id, module: ticket.code, entityId: id, mode: 'viewing' }],
      ];
      for (const [name, payload] of tries) {
        const answer = await ear.ask<{ ok: boolean }>(name, payload);
        tally.tried++;
        if (answer.ok) tally.fallen.push(`${name} ${JSON.stringify(payload).slice(0, 80)} was let in`);
        // Within what one socket may send in a second.
        await pause(55);
      }
    }
  const theirs = samplesOf(other);
  for (const definition of MODULES) await theirs.record(definition);
  await samplesOf(site).record(ticket);
  await staff?.hear(one => one.module === ticket.code && one.projectId === site.id);
  await pause(500);
  for (const ear of ears) {
    tally.tried++;
    const heard = JSON.stringify([ear.events, ear.others]);
    if (heard.includes(other.id)) tally.fallen.push('an event of the other project was heard');
    ear.close();
  }
  return tally;
}

const eventsOf = (projectId: string) => db().collection(eventCollection.name).countDocuments({ projectId });

/** X1: every route, with every id of another project, wherever an id may stand. */
export const x1: Figure = {
  id: 'x1',
  title: 'ids of another project',
  async run(stage, quick) {
    const arena = await openArena(stage, { shared: quick });
    try {
      const { site, other, foreign } = arena;
      const said = await other.ann.post(`${ticket.path}/${foreign.get(ticket.name)?.id}/messages`, {
        content: 'Over there',
      });
      const ids = idsOf(arena, [said.data.id]);
      const before = await eventsOf(other.id);
      const tally = newTally();
      const routes = ROUTES.filter(isProvedRoute).filter(
        route => route.audience !== 'public' && !route.upload && !/logout/.test(route.path),
      );
      for (const route of routes)
        for (const who of [route.staff && site.ann, route.residents && site.dora].filter(one => one !== false))
          for (const [what, ask] of await asksOf(route, who, arena)) {
            const own = foreign.get(moduleOf(route)?.name ?? '')?.id ?? other.id;
            for (const id of quick ? [own] : ids) await intrude(tally, what, ask, id, ids);
          }
      const strangers = newTally();
      await headers(strangers, arena, quick ? routes.filter((_, n) => n % 4 === 0) : routes);
      const untouched = newTally();
      for (const definition of MODULES) {
        const doc = await stored(definition, foreign.get(definition.name)?.id ?? '');
        untouched.tried++;
        if (doc.version !== foreign.get(definition.name)?.version || doc.deletedAt)
          untouched.fallen.push(`${definition.name} was changed`);
      }
      if ((await eventsOf(other.id)) !== before) untouched.fallen.push('the other project has events of it');
      const heard = await sockets(arena, quick ? ids.slice(0, 3) : ids);
      return [
        held('let in by an id in path, query or body', tally),
        held('let in by a foreign project or unit in a header', strangers),
        held('changed over there', untouched),
        held('let in or heard on a socket', heard),
      ];
    } finally {
      await arena.close();
    }
  },
};
