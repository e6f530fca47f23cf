import { callersOf } from '@lobby/server/kit/http/openapi.ts';
import type { Route } from '@lobby/server/kit/http/route.ts';
import { users } from '@lobby/server/platform/auth/users.ts';
import { answers } from '@lobby/shared/kit/definition.ts';
import { document } from '@lobby/shared/modules/document.ts';
import { elevator } from '@lobby/shared/modules/elevator.ts';
import { position } from '@lobby/shared/modules/employee.ts';
import type { MODULES } from '@lobby/shared/modules/index.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bodyFor } from '../attack/places.ts';
import { callerOf, type Row, type Sent } from '../setup/caller.ts';
import { callAccounts } from '../setup/calls/account.ts';
import { callOwn } from '../setup/calls/record.ts';
import { valuesFor } from '../setup/contract/act-values.ts';
import { readDescription, type Schema } from '../setup/contract/described.ts';
import { patternOf, ROUTES, titleOf } from '../setup/contract/routes.ts';
import { formOf, png, samplesOf } from '../setup/contract/samples.ts';
import { isProvedRoute, PROVED } from '../setup/contract/sampling.ts';
import { bookOf } from '../setup/files/sheets.ts';
import { change, letGo } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite, PASSWORD } from '../setup/world.ts';

const server = await startServer();
const heard: Sent[] = [];
const site = await makeSite(server.url, 'Alpha', sent => heard.push(sent));
const samples = samplesOf(site);
const { ann, ben, dora } = site;
const nobody = callerOf(
  () => server.url,
  () => ({}),
  sent => heard.push(sent),
);

const proved = ROUTES.filter(isProvedRoute);

const description = await readDescription(server.url);
const operationOf = (route: Route) => description.paths[`/api${route.path.replace(/:(\w+)/g, '{$1}')}`]?.[route.method];

const worked = new WeakMap<Schema, z.ZodType>();
/** A schema as it is published, put to work, once for all that are held against it; one that is not valid JSON Schema cannot be. */
function working(schema: Schema): z.ZodType {
  const known = worked.get(schema) ?? z.fromJSONSchema(schema);
  worked.set(schema, known);
  return known;
}

const dataOf = (schema: Schema | undefined): object => (schema?.properties as Record<string, object>)?.data ?? {};

describe('the description of the API', () => {
  it('is OpenAPI 3.1 and describes what is mounted, nothing else', () => {
    expect(description.openapi).toMatch(/^3\.1\./);
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        method => `${method.toUpperCase()} ${path.replace('/api', '').replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    );
    expect(described.toSorted()).toEqual(ROUTES.map(titleOf).toSorted());
    const ids = ROUTES.map(route => operationOf(route)?.operationId);
    expect(new Set(ids).size).toBe(ROUTES.length);
  });

  it.each(proved.map(route => [titleOf(route), route] as const))('%s is whole', (_, route) => {
    const operation = operationOf(route);
    expect(operation?.summary).toMatch(/./);
    expect(operation?.tags).toEqual([route.module]);
    expect(operation?.security ?? description.security).toEqual(callersOf(route, 'all'));
    const names = [...route.path.matchAll(/:(\w+)/g)].map(match => match[1]);
    expect(
      (operation?.parameters ?? []).filter(parameter => parameter.in === 'path').map(parameter => parameter.name),
    ).toEqual(names);
    const answer = operation?.responses[String(route.status)]?.content?.['application/json']?.schema;
    if (typeof route.answer !== 'string') expect(Object.keys(dataOf(answer))).not.toEqual([]);
    expect([operation?.['x-flags'], operation?.['x-readers']]).toEqual([route.flags, route.readers]);
    for (const parameter of operation?.parameters ?? []) working(parameter.schema);
    for (const { schema } of Object.values(operation?.requestBody?.content ?? {})) working(schema);
    for (const response of Object.values(operation?.responses ?? {}))
      for (const { schema } of Object.values(response.content ?? {})) working(schema);
  });

  it('says what many calls share once, and can be had by module', async () => {
    const read = async (query: string) => (await fetch(`${server.url}/api/openapi.json${query}`)).text();
    const [whole, one] = [await read(''), await read(`?module=${ticket.code}`)];
    // It had 14 MB when each call repeated the shared parts. It grows by little with each further module.
    expect(whole.length / ROUTES.length).toBeLessThan(900);
    expect(one.length).toBeLessThan(100_000);
    expect(JSON.parse(one).tags).toEqual([{ name: ticket.code, description: 'Help desk' }]);
    const titles = JSON.parse(whole).components.schemas;
    // A record in full says what its row has not.
    expect(titles.Ticket).toMatchObject({ allOf: [{ $ref: '#/components/schemas/TicketRow' }] });
    expect(Object.keys(titles.TicketRow.properties).filter(name => name in titles.Ticket.properties)).toEqual([]);
    for (const name of ['Ticket', 'TicketRow', 'TicketFilter', 'TicketInput', 'TicketChange'])
      expect(titles[name]?.type, name).toBe('object');
    expect(new Set(description.tags.map(tag => tag.name))).toEqual(new Set(ROUTES.map(route => route.module)));
  });

  it('says what a number, a list and a date in a query are', () => {
    const list = ROUTES.find(route => route.method === 'get' && route.path === ticket.path);
    const query = new Map(list && operationOf(list)?.parameters?.map(parameter => [parameter.name, parameter.schema]));
    expect(query.get('limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 });
    expect(query.get('sort')).toMatchObject({ enum: expect.arrayContaining(['-createdAt']) });
    expect(query.get('filter')).toMatchObject({ type: 'object', properties: { status: { type: 'array' } } });
  });
});

const patterns = ROUTES.map(route => ({ route, pattern: patternOf(route) }));
const known = new WeakMap<Sent, Route | undefined>();
function routeOf(sent: Sent): Route | undefined {
  if (!known.has(sent)) {
    const path = sent.path.split('?', 1)[0] ?? '';
    const found = patterns.find(
      pattern => pattern.route.method.toUpperCase() === sent.method && pattern.pattern.test(path),
    );
    known.set(sent, found?.route);
  }
  return known.get(sent);
}

/** Calls every one of them with success, as its callers do. */
async function callAll(): Promise<void> {
  for (const definition of PROVED) await callModule(definition);
  const [once, twice] = [await samples.record(resident), await samples.record(resident)];
  await ann.put(`${resident.path}/${once.id}/two-people`, { withId: twice.id });
  await ann.put(`${resident.path}/${once.id}/merge`, { withId: twice.id, version: 1 });
  const gone = await samples.record(resident);
  await ann.delete(`${resident.path}/${gone.id}`);
  await ann.get(`${resident.path}/removed`);
  await ann.get(`${resident.path}/${dora.id}/leaving?unitId=${site.unitId}`);
  await ann.put(`${resident.path}/${gone.id}/erase-removed`, { reason: 'Asked for' });
  const about = await ann.put(`${resident.path}/${once.id}/person-file`, { reason: 'Asked for' });
  heard.push({ method: 'PUT', path: `${resident.path}/${once.id}/person-file`, status: about.status, data: 'a file' });
  await callOwn(site, samples);
  const { id } = await samples.record(ticket);
  await ann.post(`${ticket.path}/${id}/messages`, { content: 'Hello' });
  await dora.get(`${ticket.path}/${id}/messages`);
  await ann.get(`${ticket.path}/replies`);
  const uploaded = await ann.post<{ url: string }[]>('/upload', formOf([{ name: 'a.png', body: await png() }]));
  const link = uploaded.data[0]?.url ?? '';
  heard.push({ method: 'GET', path: link.replace('/api', ''), status: (await ann.file(link)).status, data: 'a file' });
  await callPlatform();
  await callAccounts(server.url, server.dir, nobody);
  await ann.post('/page-views', { screen: 'help-desk' });
  await ann.get('/wards?cityId=01');
  await ann.get(`/rental-contract/next-number?unitId=${site.unitId}`);
  // Calls without a case of their own: reads without an id, and calls that their schema or definition describes.
  for (const route of proved) {
    if (route.path.includes(':') || route.upload || heard.some(sent => sent.status < 300 && routeOf(sent) === route))
      continue;
    const who = route.staff ? ann : dora;
    if (route.audience !== 'public')
      await who.call(route.method.toUpperCase(), route.path, await bodyFor(route, samples));
  }
}

async function callModule(definition: (typeof MODULES)[number]): Promise<void> {
  const { path, fields, actions = {} } = definition;
  for (const call of ['', '/options', '/count-badges']) await ann.get(path + call);
  const { id } = await samples.record(definition);
  await ann.get(`${path}/${id}`);
  if (answers(definition, 'activities')) await ann.get(`${path}/${id}/activities`);
  if (answers(definition, 'update')) await ann.put(`${path}/${id}`, { version: 1, ...(await samples.input(fields)) });
  if (answers(definition, 'reveal') && Object.values(fields).some(field => field.personal)) {
    await ann.put(`${path}/${id}/reveal`);
    await ann.put(`${path}/reveal-multi`, { ids: [id] });
  }
  if (definition.imports) await importInto(definition);
  for (const [name, action] of Object.entries(actions)) {
    if (action.by === 'system') continue;
    for (const at of [name, ...(action.paths ?? [])]) await bring(definition, action.from[0] ?? '', name, at);
    if (action.multi)
      await ann.put(`${path}/${name}-multi`, {
        ...(await samples.actionInput(action)),
        ids: [(await samples.record(definition)).id],
      });
  }
  const take = async (method: string, call: string) => {
    const file = await fetch(`${server.url}/api${path}/${call}`, {
      method,
      headers: { Authorization: `Bearer ${ann.token}`, 'X-Project-Id': site.id, 'Content-Type': 'application/json' },
      ...(method === 'PUT' && { body: '{}' }),
    });
    await file.arrayBuffer();
    heard.push({ method, path: `${path}/${call}`, status: file.status, data: 'a file' });
  };
  if (definition.flags.includes('export') && answers(definition, 'export'))
    for (const method of ['GET', 'PUT']) await take(method, 'export');
  if (definition.flags.includes('exportEncrypted')) await take('PUT', 'export-encrypted');
  if (definition.flags.includes('delete') && answers(definition, 'remove')) {
    const { id } = await samples.record(definition);
    await letGo(definition, id);
    const removed = await ann.delete(`${path}/${id}`);
    const { id: gone, version } = removed.data;
    if (definition.undo?.remove) await ann.put(`${path}/${gone}/restore`, { version });
  }
}

async function importInto(definition: (typeof MODULES)[number]): Promise<void> {
  const body = await bookOf(ann, definition, [await samples.input(definition.fields)]);
  const form = () => formOf([{ name: 'rows.xlsx', body }]);
  for (const part of ['template', 'marked']) {
    const path = `${definition.path}/import/${part}`;
    const template = part === 'template';
    const { status } = await ann.file(path, template ? undefined : form());
    heard.push({ method: template ? 'GET' : 'POST', path, status, data: 'a file' });
  }
  await ann.post(`${definition.path}/import/preview`, form());
  await ann.post(`${definition.path}/import`, form());
}

/** Leads a new record to a status by the definition's own acts, then does the act there. */
async function bring(definition: (typeof MODULES)[number], status: string, last: string, at: string): Promise<void> {
  const { id, status: first } = await samples.record(definition);
  const acts = Object.entries(definition.actions ?? {});
  const way = (to: string): string[] => {
    if (to === first) return [];
    const step = acts.find(([, action]) => action.to === to && action.by !== 'system');
    return step ? [...way(step[1].from[0] ?? ''), step[0]] : [];
  };
  const steps = way(status);
  // Where the days alone lead to.
  const byDays = status !== '' && status !== first && steps.length === 0 ? { status } : {};
  for (const name of [...steps, last]) {
    const action = definition.actions?.[name];
    if (!action) continue;
    const values = { ...valuesFor(action, definition), ...byDays };
    if (Object.keys(values).length > 0) await change(definition, id, values);
    const who = action.by === 'resident' ? dora : ann;
    await who.put(`${definition.path}/${id}/${name === last ? at : name}`, await samples.actionInput(action));
  }
}

async function callPlatform(): Promise<void> {
  for (const path of ['/module', '/count-badges', '/auth/me', '/unit-group', `/unit-group/${site.id}`])
    await ann.get(path);
  await dora.get('/auth/me');
  await ann.put('/preferences', { density: 'compact' });
  const saved = await ann.post('/views', { list: ticket.name, name: 'Mine', query: 'tab=all', columns: null });
  await ann.put(`/views/${saved.data.id}`, { version: 1, shared: true });
  await ann.delete(`/views/${saved.data.id}`);
  await ann.post('/histories/count-badges/multi-unit-group', { unitGroupIds: [site.id] });
  await ann.get(`/unit-group/${site.id}/room-members`);
  await callSettings();
  const place = `${position.path}/${(await samples.record(position)).id}/permissions`;
  await ann.put(place, { version: (await ann.get(place)).data.version, permissions: { HELP_DESK: ['read'] } });
  for (const path of ['/module/config', '/module/limit', '/white-label', '/dictionary', '/check-maintenance'])
    await ann.get(path);
  const paper = await samples.record(document);
  await ann.put(`${document.path}/${paper.id}/new-version`, { version: 1, file: [await samples.upload()] });
  await ann.put(`${document.path}/${paper.id}/restore-version`, { version: 2, edition: 1 });
  await ann.put(`${document.path}/${paper.id}/share`, { version: 3, audience: 'RESIDENTS' });
  await ann.get(`${document.path}/${paper.id}/versions`);
  await ann.get(`${document.path}/of-unit/${site.unitId}`);
  await ann.get(`${rentalContract.path}/${(await samples.record(rentalContract)).id}/history`);
  const { id: elevatorId } = await samples.record(elevator);
  await ann.get(`${elevator.path}/${elevatorId}/free?date=2026-12-01`);
  await ann.get(`${elevator.path}/${elevatorId}/unfit`);
  const labels = await samples.actionInput(ticket.actions.label);
  const many = await Promise.all(Array.from({ length: 8 }, () => samples.record(ticket)));
  const ids = [...many.map(one => one.id), ...Array.from({ length: 400 }, (_, n) => n.toString(16).padStart(24, '0'))];
  for (const last of ['', '/cancel']) {
    const { data } = await ann.put<{ progressId: string }>(`${ticket.path}/label-multi`, { ...labels, ids });
    await (last ? ann.put(`/progress/${data.progressId}/cancel`) : ann.get(`/progress/${data.progressId}`));
  }
  await nobody.post('/resident/auth/login', { login: dora.email, password: PASSWORD });
  const signedIn = await nobody.post('/auth/login', { email: ben.email, password: PASSWORD });
  const cookie = signedIn.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  await nobody.post('/auth/refresh', {}, { Cookie: cookie });
  await ben.post('/auth/logout');
  await site.carl.put('/auth/password', { current: PASSWORD, password: `${PASSWORD}!` });
}

/** Sets a project's settings, and the installation's as its keeper. */
async function callSettings(): Promise<void> {
  const own = `/unit-group/${site.id}`;
  await users().updateOne({ _id: ann.userId }, { $set: { admin: true } as object });
  await dora.get(`${own}/contact`);
  const { version } = (await ann.get(`${own}/settings`)).data;
  await ann.put(own, { version, hotlines: [{ name: 'Guard', phone: '1900 0001' }] });
  await ann.post('/unit-group', { name: 'Gamma', code: 'GM', timeZone: 'Asia/Tokyo', parts: ['positions'] });
  await ann.put('/dictionary/own', { version: 0, languages: {} });
  await ann.post('/white-label/own', { name: 'Alpha' });
  const { id: _id, buildings: _of, may: _may, keeper: _keeper, ...label } = (await ann.get('/white-label/own')).data;
  await ann.put('/white-label/own', label);
  await ann.put('/maintenance', { on: false, message: '', from: null, until: null, version: 0 });
}

describe('every answer', () => {
  // One call of each route, some thousand: it grows with every module.
  beforeAll(callAll, 400_000);
  const succeeded = (route: Route) => heard.filter(sent => sent.status < 300 && routeOf(sent) === route);

  it.each(proved.map(route => [titleOf(route), route] as const))('of %s is of its schema, and no more', (_, route) => {
    const sent = succeeded(route);
    expect(sent.length, 'calls that succeeded').toBeGreaterThan(0);
    for (const one of sent) {
      expect([route.status, 202]).toContain(one.status);
      if (typeof route.answer === 'string') continue;
      const read = route.answer.safeParse(one.data);
      expect(read.error?.issues ?? [], one.path).toEqual([]);
      // Nothing that the schema does not name: what is not described is not sent.
      expect(one.data, one.path).toEqual(JSON.parse(JSON.stringify(read.data)));
      const published = operationOf(route)?.responses[String(one.status)]?.content?.['application/json']?.schema;
      expect(working(published ?? {}).safeParse({ code: 'SUCCESS', data: one.data }).error?.issues ?? []).toEqual([]);
    }
  });
});

it('lists the rows of a resident without the fields of staff', async () => {
  const { data } = await dora.get<Row[]>(ticket.path);
  expect(data.length).toBeGreaterThan(0);
  for (const [name, field] of Object.entries(ticket.fields))
    if ('staffOnly' in field) for (const row of data) expect(row).not.toHaveProperty(name);
});
