import type { Route } from '@lobby/server/kit/http/route.ts';
import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import type { Fields } from '@lobby/shared/kit/fields.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import { describe, expect, it } from 'vitest';
import { bodyFor } from '../attack/places.ts';
import type { Answer, Row } from '../setup/caller.ts';
import { moduleOf, NEVER, pathOf, ROUTES, titleOf } from '../setup/contract/routes.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { isProvedRoute, isThorough, PROVED } from '../setup/contract/sampling.ts';
import { change, stored } from '../setup/records.ts';
import { isOfDebts } from '../setup/samples/debts.ts';
import { listen, pause } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const other = await makeSite(server.url, 'Beta');
const [samples, theirs] = [samplesOf(site), samplesOf(other)];
const { ann } = site;
const foreign = new Map<string, Row>();
for (const definition of MODULES) foreign.set(definition.name, await theirs.record(definition));
const foreignId = (definition: Definition) => foreign.get(definition.name)?.id ?? '';

/** The whole answer, with the id asked for and the request's own marks taken out. */
const seen = ({ status, text, headers }: Answer<unknown>, id: string) => ({
  status,
  body: text.replaceAll(id, '<id>').replace(/"requestId":"[^"]+"/, ''),
  range: headers.get('Content-Range'),
});

/** Whether another project's id is answered exactly as one that never was. */
async function same(ask: (id: string) => Promise<Answer<unknown>>, id: string): Promise<Answer<unknown>> {
  const [theirs, never] = [await ask(id), await ask(NEVER)];
  expect(seen(theirs, id)).toEqual(seen(never, NEVER));
  return theirs;
}

const withId = ROUTES.filter(
  route => route.path.includes('/:id') && route.audience === 'project' && moduleOf(route) && isProvedRoute(route),
);

const bodyOf = async (route: Route): Promise<unknown> => (route.method === 'get' ? undefined : bodyFor(route, samples));

describe('another project’s record in a path', () => {
  it.each(withId.map(route => [titleOf(route), route] as const))('%s is 404', async (_, route) => {
    const definition = moduleOf(route);
    if (!definition) return;
    const who = route.staff ? ann : site.dora;
    const body = await bodyOf(route);
    const answer = await same(
      id => who.call(route.method.toUpperCase(), pathOf(route, { id }), body),
      foreignId(definition),
    );
    // Work on many of them is none of them.
    const ofOne = route.path.startsWith(`${definition.path}/:id`);
    expect([answer.status, answer.code]).toEqual([404, (ofOne && definition.missingCode) || 'NOT_FOUND']);
  });

  it.each(withId.filter(route => route.residents).map(route => [titleOf(route), route] as const))(
    '%s is 404 to a resident, of a neighbour’s too',
    async (_, route) => {
      const definition = moduleOf(route);
      if (!definition || !('unitId' in definition.fields)) return;
      const body = await bodyOf(route);
      for (const id of [foreignId(definition), await ofNeighbour(definition)]) {
        const answer = await same(
          one => site.dora.call(route.method.toUpperCase(), pathOf(route, { id: one }), body),
          id,
        );
        expect(answer.status).toBe(404);
      }
    },
  );

  it('a project itself, and its people', async () => {
    expect((await same(id => ann.get(`/unit-group/${id}`), other.id)).status).toBe(404);
    expect((await same(id => ann.get(`/unit-group/${id}/room-members`), other.id)).status).toBe(404);
  });
});

const neighbours = new Map<Definition, Promise<string>>();
/** A record of another unit of the project, one of each kind: households may have only so many. */
function ofNeighbour(definition: Definition): Promise<string> {
  const id = neighbours.get(definition) ?? madeByNeighbour(definition);
  neighbours.set(definition, id);
  return id;
}

/** Made by a resident of another unit, or for it. */
async function madeByNeighbour(definition: Definition): Promise<string> {
  const { path, fields, resident } = definition;
  if (definition === room) return (await site.emil.post(`${path}/create`, { content: 'All mine' })).data.id;
  if (!resident?.create && fields.unitId?.required)
    return (await samples.record(definition, { unitId: site.otherUnitId })).id;
  // A waitlist entry needs a place that others have booked.
  if (definition === utilityWaitlist) return (await samples.record(definition, { unitId: site.otherUnitId })).id;
  // Debts are of a bill that the unit owes.
  if (isOfDebts(fields)) return (await samples.record(definition, { unitId: site.otherUnitId })).id;
  // Records that an act or the move of people assigns to a unit are moved by the system.
  if (!resident?.create || definition === visitorPass) {
    const { id } = await samples.record(definition);
    await change(definition, id, { unitId: site.otherUnitId });
    return id;
  }
  const asked = Object.entries(fields).filter(
    ([name, field]) => !field.staffOnly && name !== 'unitId' && name !== 'residentId',
  );
  const [refs, others] = [true, false].map(wanted => asked.filter(([, field]) => (field.kind === 'ref') === wanted));
  const values = {
    // Files are their own; what they point at was made by the staff.
    ...(await samplesOf(site, site.emil).input(Object.fromEntries(others ?? []))),
    ...(await samples.input(Object.fromEntries(refs ?? []))),
  };
  return (await site.emil.post(path, values)).data.id;
}

const refsOf = (fields: Fields) =>
  Object.entries(fields).filter(([, field]) => !field.readOnly && ['ref', 'refs', 'files'].includes(field.kind));

describe.each(PROVED.map(definition => [definition.name, definition] as const))('%s', (_, definition) => {
  const { path, fields } = definition;

  /** Sends input whose reference is foreign, then one that is of nothing. */
  async function refused(given: Fields, send: (values: Record<string, unknown>) => Promise<Answer<unknown>>) {
    const refs = refsOf(given);
    // The kit looks at each kind of them; one of a kind where the module is tried by a sample.
    const tried = isThorough(definition)
      ? refs
      : refs.filter(([, { kind }], n) => refs.findIndex(ref => ref[1].kind === kind) === n);
    for (const [name, field] of tried) {
      const to = 'to' in field ? (foreign.get(field.to)?.id ?? '') : await theirs.upload();
      const answer = await same(id => send({ [name]: field.kind === 'ref' ? id : [id] }), to);
      // As one that never was: a module may have more to say of it (a floor is not in that block, an act moves it).
      expect([400, 409, 422], name).toContain(answer.status);
    }
  }

  if (answers(definition, 'create'))
    it('takes no reference into another project when made', async () => {
      await refused(fields, async values => ann.post(path, { ...(await samples.input(fields)), ...values }));
    });

  if (answers(definition, 'update'))
    it('takes none when edited', async () => {
      const { id } = await samples.record(definition);
      await refused(fields, values => ann.put(`${path}/${id}`, { ...values, version: 1 }));
    });

  for (const [name, action] of Object.entries(definition.actions ?? {}))
    it(`takes none in ${name}`, async () => {
      const { id } = await samples.record(definition);
      const input = await samples.actionInput(action);
      const who = action.by === 'resident' ? site.dora : ann;
      await refused(action.input ?? {}, values => who.put(`${path}/${id}/${name}`, { ...input, ...values }));
      if (!action.multi) return;
      await refused(action.input ?? {}, values => ann.put(`${path}/${name}-multi`, { ...input, ...values, ids: [id] }));
      const answer = await same(
        one => ann.put(`${path}/${name}-multi`, { ...input, ids: [one] }),
        foreignId(definition),
      );
      expect(answer.data).toMatchObject({ done: [], refused: [{ code: definition.missingCode ?? 'NOT_FOUND' }] });
    });

  if (Object.values(fields).some(field => field.personal))
    it('reveals nothing of another project', async () => {
      const answer = await same(id => ann.put(`${path}/reveal-multi`, { ids: [id] }), foreignId(definition));
      expect(answer.data).toEqual([]);
    });

  it('finds nothing of another project by list, filter, name or search', async () => {
    if (answers(definition, 'options'))
      expect((await same(id => ann.get(`${path}/options?ids[]=${id}`), foreignId(definition))).data).toEqual([]);
    if (!answers(definition, 'list')) return;
    const { data } = await ann.get<Row[]>(`${path}?limit=100`);
    for (const row of data) expect(row.projectId).toBe(site.id);
    const filters = definition.list.filters.filter(name => ['ref', 'refs'].includes(fields[name]?.kind ?? ''));
    for (const name of isThorough(definition) ? filters : filters.slice(0, 1)) {
      const field = fields[name];
      if (field?.kind !== 'ref' && field?.kind !== 'refs') continue;
      const to = foreign.get(field.to)?.id ?? '';
      expect((await same(id => ann.get(`${path}?filter[${name}][]=${id}`), to)).data, name).toEqual([]);
    }
    const title = String(foreign.get(definition.name)?.[definition.title]);
    const found = await ann.get<Row[]>(`${path}?limit=100&filter[q]=${encodeURIComponent(title)}`);
    expect(found.data.map(row => row.id)).not.toContain(foreignId(definition));
  });
});

describe('what a household asked for or keeps', () => {
  const asked = MODULES.filter(
    module =>
      (module.resident?.create || module.resident?.edits) &&
      answers(module, 'update') &&
      module.fields.unitId &&
      !module.fields.unitId.readOnly,
  );

  it.each(asked.map(one => [one.name, one] as const))('%s is not read by another one', async (_, definition) => {
    const { path, fields } = definition;
    const made = await samples.record(definition, { unitId: site.unitId });
    const people = Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'ref' && field.to === 'resident' && !field.readOnly ? [[name, site.emil.id]] : [],
    );
    const { askedBy } = definition.resident ?? {};
    // Nor may somebody of another home stand for it.
    if (askedBy && !fields[askedBy]?.readOnly) {
      const stranger = await ann.put(`${path}/${made.id}`, { version: made.version, [askedBy]: site.emil.id });
      expect(stranger.status).toBeGreaterThanOrEqual(400);
    }
    const moving = { version: made.version, unitId: site.otherUnitId, ...Object.fromEntries(people) };
    const moved = await ann.put<Row>(`${path}/${made.id}`, moving);
    if (moved.status >= 400) return;
    const { data } = await site.emil.get<Row>(`${path}/${made.id}`);
    const written = Object.entries(fields).filter(
      ([name, { kind, staffOnly }]) => ['text', 'longText', 'files'].includes(kind) && !staffOnly && name !== 'code',
    );
    for (const [name] of written)
      if (Array.isArray(made[name]) ? made[name].length > 0 : made[name])
        expect(data[name], name).not.toEqual(made[name]);
  });
});

it('has no way from one conversation into another', async () => {
  const [mine, yours] = [await samples.record(ticket), foreignId(ticket)];
  const said = await other.ann.post(`${ticket.path}/${yours}/messages`, { content: 'Over there' });
  for (const place of ['before', 'after', 'around'])
    await same(id => ann.get(`${ticket.path}/${mine.id}/messages?${place}=${id}`), said.data.id).then(({ text }) =>
      expect(text).not.toContain('Over there'),
    );
});

it('is deaf to another project on a socket', async () => {
  const live = await listen(server.url, ann.token);
  const modules = MODULES.map(module => module.code);
  expect((await live.ask('subscribe', { projectId: site.id, modules })).ok).toBe(true);
  expect(await live.ask('subscribe', { projectId: other.id, modules })).toMatchObject({ ok: false });
  expect(await live.ask('subscribe', { projectId: NEVER, modules })).toMatchObject({ ok: false });
  const presence = { projectId: other.id, module: 'HELP_DESK', entityId: foreignId(ticket), mode: 'viewing' };
  expect(await live.ask('presence', presence)).toMatchObject({ ok: false });
  await theirs.record(ticket);
  const own = await samples.record(ticket);
  await live.hear(one => one.entityId === own.id);
  await pause(300);
  expect(live.events.filter(event => event.projectId !== site.id)).toEqual([]);
  expect(JSON.stringify(live.others)).not.toContain(other.id);
});

it('has left everything there as it was', async () => {
  for (const definition of MODULES) {
    const doc = await stored(definition, foreignId(definition));
    const made = foreign.get(definition.name);
    // The conversation above was one of its own.
    expect([doc.version, doc.deletedAt], definition.name).toEqual([made?.version, null]);
  }
});
