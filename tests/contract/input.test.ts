import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { describe, expect, it } from 'vitest';
import { moduleOf, pathOf, ROUTES, titleOf } from '../setup/contract/routes.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { isProvedRoute, isThorough, PROVED, sampleOf } from '../setup/contract/sampling.ts';
import { change } from '../setup/records.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const samples = samplesOf(site);
const { ann, dora } = site;

/** Values that a driver would take for an operator or a prototype, or that have another type than the expected plain value. */
const OBJECTS: readonly unknown[] = [
  { $ne: null },
  { $gt: '' },
  { $where: 'sleep(1000)' },
  { toString: 'x' },
  { constructor: { prototype: { admin: true } } },
  { length: 3 },
];
const LISTS: readonly unknown[] = [[{ $ne: 1 }], ['a', ['b']]];
const PLAIN: readonly unknown[] = [null, true, 1e308, -1, Number.MAX_SAFE_INTEGER, '', '\u0000', '$where', '\ud800'];
const NASTY = [...OBJECTS, ...LISTS, ...PLAIN];

/** Takes `count` values of a list, others for each `n`; all of them: LONG=1 npm test -- tests/contract/input */
const some = <T>(all: readonly T[], n: number, count: number) =>
  process.env.LONG ? all : Array.from({ length: count }, (_, at) => all[(n * count + at) % all.length] as T);
/** The same in every field. */
const everywhere = (fields: readonly (readonly [string, unknown])[], value: unknown) =>
  Object.fromEntries(fields.map(([name]) => [name, value]));

/** A caller refused or served, never a failure: those of 500 and more make the call itself throw. */
const answered = (status: number) => expect(status).toBeLessThan(500);

const fieldsOf = (definition: Definition) => Object.entries(definition.fields).filter(([, field]) => !field.readOnly);

const FORMS = [
  '[$ne]=1',
  '[$gt]=',
  '[$in][]=1',
  '[][$ne]=1',
  '[from][$gt]=1',
  '[constructor]=1',
  '[$regex]=.*',
  '[a][b][c]=1',
  '[a][b][c][d][e]=1',
];
const ORDERS = [
  'sort[$ne]=1',
  'filter[__proto__][x]=1',
  '__proto__[x]=1',
  'filter[$or][0][a]=1',
  'filter[constructor][prototype][a]=1',
  'ids[$ne]=1',
  'page[$ne]=1',
];

describe.each(PROVED.map((definition, n) => [definition.name, definition, n] as const))('%s', (_, definition, nth) => {
  const { path, list } = definition;

  if (answers(definition, 'create'))
    it('takes no operator in any field of a body', async () => {
      const values = await samples.input(definition.fields);
      const fields = fieldsOf(definition);
      for (const nasty of sampleOf(definition, OBJECTS, nth, 2)) {
        const answer = await ann.post(path, everywhere(fields, nasty));
        expect(answer.status, JSON.stringify(nasty)).toBe(400);
        const wrong = Object.keys(answer.error.data?.fields ?? {}).map(name => name.split('.')[0]);
        expect(new Set(wrong), JSON.stringify(nasty)).toEqual(new Set(fields.map(([name]) => name)));
      }
      for (const [n, [name, field]] of fields.entries())
        for (const nasty of some([...LISTS, ...PLAIN], n, isThorough(definition) ? 7 : 1)) {
          const answer = await ann.post(path, { ...values, [name]: nasty });
          answered(answer.status);
          // A unit that is let as a whole is not let again.
          if (answer.status === 201 && definition === rentalContract)
            await change(definition, answer.data.id, { deletedAt: new Date() });
          if (answer.status === 201 && typeof nasty === 'string')
            expect(String(answer.data[name] ?? '')).not.toContain('\u0000');
          if (field.required && (nasty === '' || nasty === null)) expect(answer.status, name).toBe(400);
        }
    });

  if (answers(definition, 'update'))
    it('takes none in an edit', async () => {
      const { id } = await samples.record(definition);
      for (const nasty of sampleOf(definition, [...OBJECTS, ...LISTS], nth, 2)) {
        const answer = await ann.put(`${path}/${id}`, { version: 1, ...everywhere(fieldsOf(definition), nasty) });
        const wrong = Object.keys(answer.error.data?.fields ?? {}).map(name => name.split('.')[0]);
        expect(answer.status, JSON.stringify(nasty)).toBe(400);
        for (const [name] of fieldsOf(definition)) expect(wrong, JSON.stringify(nasty)).toContain(name);
      }
      for (const version of sampleOf(definition, NASTY, nth, 4))
        expect((await ann.put(`${path}/${id}`, { version })).status).toBeLessThan(500);
    });

  it('takes none in any filter or order', async () => {
    for (const [n, name] of [...list.filters, 'q'].entries())
      for (const form of some(FORMS, n, isThorough(definition) ? 4 : 2)) {
        const answer = await ann.get(`${path}?filter[${name}]${form}`);
        answered(answer.status);
        if (form.includes('$')) expect(answer.status, name + form).toBe(400);
      }
    for (const query of some(ORDERS, nth, 3)) {
      answered((await ann.get(`${path}?${query}`)).status);
      answered((await ann.get(`${path}/options?${query}`)).status);
    }
    expect({}).not.toHaveProperty('x');
  });

  for (const [name, action] of Object.entries(definition.actions ?? {}))
    it(`takes none in ${name}`, async () => {
      const { id } = await samples.record(definition);
      const input = await samples.actionInput(action);
      const who = action.by === 'resident' ? dora : ann;
      const fields = [...Object.keys(action.input ?? {}), 'version', 'reason', 'note', 'ids', 'filter', 'isAll'];
      for (const [n, field] of fields.entries())
        for (const nasty of some(NASTY, n, isThorough(definition) ? 6 : 1)) {
          answered((await who.put(`${path}/${id}/${name}`, { ...input, [field]: nasty })).status);
          if (action.multi)
            answered((await ann.put(`${path}/${name}-multi`, { ...input, ids: [id], [field]: nasty })).status);
        }
    });
});

describe('every route', () => {
  const open = ROUTES.filter(route => isProvedRoute(route) && !/password|logout/.test(route.path));
  const IDS = [
    '1',
    '$ne',
    '[object Object]',
    '%00',
    '..%2f..',
    'f'.repeat(25),
    'F'.repeat(24),
    'constructor',
    '%E0%A4%A',
  ];
  const QUERIES = [
    '?$where=1',
    '?a[]=1&a[b]=2',
    `?${'a=1&'.repeat(400)}`,
    '?filter%5B',
    '?%',
    `?q=${'x'.repeat(5000)}`,
    '?__proto__=1',
  ];
  const BODIES = [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '[[[[',
    '{"a":',
    '1',
    '{"$where":"1"}',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  ];

  it.each(open.map((route, n) => [titleOf(route), route, n] as const))(
    '%s survives ids, bodies and queries that are none',
    async (_, route, n) => {
      const method = route.method.toUpperCase();
      const who = route.staff ? ann : dora;
      const plain = pathOf(route);
      const definition = moduleOf(route);
      const count = !definition || isThorough(definition) ? 3 : 1;
      if (route.path.includes(':'))
        // Checks of the books have numbers.
        for (const id of some(route.path.includes(':check') ? IDS.slice(1) : IDS, n, count)) {
          const answer = await who.call(method, route.path.replace(/:\w+/, id), method === 'GET' ? undefined : {});
          // A value without the shape of the parameter matches another path, which may know other methods.
          expect(route.shapes ? [400, 404, 405] : [400, 404], id).toContain(answer.status);
        }
      for (const query of some(QUERIES, n, count))
        answered((await who.call(method, plain + query, method === 'GET' ? undefined : {})).status);
      if (method === 'GET' || route.upload) return;
      for (const body of some(BODIES, n, count)) {
        const answer = await who.call(method, plain, body);
        answered(answer.status);
        if (body === '{') expect([answer.status, answer.code]).toEqual([400, 'MALFORMED_BODY']);
      }
    },
  );
});

describe('limits', () => {
  it('too long a body is 413', async () => {
    const answer = await ann.post('/label', { name: 'x'.repeat(300_000) });
    expect([answer.status, answer.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('too many values, too deep or too many parameters are 400', async () => {
    const values = (count: number) => Array.from({ length: count }, () => 'filter[type][]=TASK').join('&');
    expect((await ann.get(`/label?${values(200)}`)).status).toBe(200);
    expect((await ann.get(`/label?${values(201)}`)).status).toBe(400);
    expect((await ann.get('/label?filter[type][a][b][c][d]=TASK')).status).toBe(400);
    const many = Array.from({ length: 301 }, (_, n) => `a${n}=1`).join('&');
    expect((await ann.get(`/label?${many}`)).status).toBe(400);
  });

  it('the headers of a request are taken as they come', async () => {
    for (const headers of [
      { 'X-Request-Id': 'a b<script>' },
      { 'X-Request-Id': 'x'.repeat(500) },
      { 'Accept-Language': '*' },
      { 'Accept-Language': ';;q=,,' },
      { 'Idempotency-Key': 'k'.repeat(4000) },
    ] as Record<string, string>[]) {
      const answer = await ann.get('/label', headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('X-Request-Id')).toMatch(/^[\w-]{1,64}$/);
    }
    const answer = await ann.get('/nothing', { 'X-Request-Id': 'mine-1' });
    expect([answer.headers.get('X-Request-Id'), JSON.parse(answer.text).requestId]).toEqual(['mine-1', 'mine-1']);
  });

  it.each([
    ['vi', 'Không'],
    ['en', 'Not found'],
    ['*', 'Không'],
    ['xx', 'Không'],
    ['en-GB,vi;q=0.5', 'Not found'],
  ])('refusals are worded for %s', async (language, words) => {
    const answer = await ann.get('/nothing', { 'Accept-Language': language });
    expect(answer.error.message).toContain(words);
  });
});
