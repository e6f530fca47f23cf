import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { byName, isSortedByName, isSortedByTitle } from '@lobby/shared/kit/collation.ts';
import { answers, type Definition, type Filter } from '@lobby/shared/kit/definition.ts';
import { type Field, listedChoice } from '@lobby/shared/kit/fields.ts';
import { datedFilter } from '@lobby/shared/kit/list-url.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { samplesOf } from '../setup/contract/samples.ts';
import { isThorough, PROVED, sampleOf } from '../setup/contract/sampling.ts';
import { isLeft, spread } from '../setup/contract/variety.ts';
import { copies, countOf } from '../setup/records.ts';
import { costly, readsOf } from '../setup/server/profile.ts';
import { startServer } from '../setup/server/server.ts';
import { today } from '../setup/time/days.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');
const samples = samplesOf(site);
const { ann } = site;
/** More than two pages; of modules that are tried by a sample nearly two. */
const massOf = (definition: Definition) => (isThorough(definition) ? 260 : 190);

/** Counts beside tabs, marks and badge, which the module's own tests prove. */
const APART: Readonly<Record<string, readonly string[]>> = {
  'approval-flow': ['waiting'],
  'approval-request': ['mine', 'toDecide'],
};

/** Targets of references that only the server sets, or that the sample leaves out. */
const others = new Map<string, string>();
const all = new Map<string, Row[]>();
for (const definition of PROVED) {
  for (const [name, field] of Object.entries(definition.fields))
    if (
      (field.kind === 'ref' || field.kind === 'refs') &&
      field.to !== definition.name &&
      (field.readOnly || isLeft(definition, name))
    )
      others.set(`${definition.name}.${name}`, await samples.ref(field.to, field.where));
  const { id } = await samples.record(definition);
  await copies(definition, id, massOf(definition), n => spread(definition, id, n, others));
}

async function readAll(definition: Definition): Promise<Row[]> {
  const rows: Row[] = all.get(definition.name) ?? [];
  if (rows.length === 0) {
    for (let page = 1; ; page++) {
      const { data } = await ann.get<Row[]>(`${definition.path}?limit=100&page=${page}`);
      rows.push(...data);
      if (data.length < 100) break;
    }
    all.set(definition.name, rows);
  }
  return rows;
}

/** Titles of the records that a field may refer to, by id. */
async function titlesOf({ fields }: Definition, name: string): Promise<ReadonlyMap<string, string>> {
  const field = fields[name];
  const target = MODULES.find(module => field?.kind === 'ref' && module.name === field.to);
  if (!target) throw new Error(`${name} points at nothing`);
  const { data } = await ann.get<Row[]>(`${target.path}?limit=100`);
  return new Map(data.map(row => [row.id, String(row[target.title])]));
}

/** Order of a value as the database sees it: nothing is lowest. */
const compare = (a: unknown, b: unknown) =>
  a === b ? 0 : a === null ? -1 : b === null ? 1 : (a as string) < (b as string) ? -1 : 1;

const fieldOf = (definition: Definition, name: string): Field | { kind: 'choice' | 'instant' } =>
  definition.fields[name] ?? { kind: name === 'status' ? 'choice' : 'instant' };

/** Value that a filter compares: of lines with one choice, the choices that they list. */
function heldIn(field: ReturnType<typeof fieldOf>, value: unknown): unknown {
  const [part] = ('of' in field && listedChoice(field)) || [];
  return part && Array.isArray(value) ? value.map(line => line[part]) : value;
}

const matches = (row: Row, filter: Filter) =>
  Object.entries(filter).every(([name, condition]) => {
    if (typeof condition !== 'object') return true;
    const wanted = condition.in?.map(one =>
      one === 'me' ? ann.id : one === 'none' ? null : one === 'true' ? true : one === 'false' ? false : one,
    );
    const own = Array.isArray(row[name]) ? row[name] : [row[name]];
    if (condition.from && typeof row[name] === 'number' && row[name] < Number(condition.from)) return false;
    // A record without the day or month matches no range.
    if (condition.from && typeof row[name] !== 'number' && compare(row[name] ?? null, condition.from) < 0) return false;
    // Days that count back from today.
    if (condition.days && (compare(row[name], condition.from) < 0 || compare(row[name], condition.to) > 0))
      return false;
    return wanted?.some(one => own.includes(one) || (one === null && own.length === 0)) ?? true;
  });

describe.each(PROVED.map((definition, n) => [definition.name, definition, n] as const))(
  '%s list',
  (_, definition, nth) => {
    const { path, list } = definition;
    const total = () => countOf(definition, site.id);
    const sorts = list.sorts.flatMap(sort => [sort, `-${sort}`]);
    const kindOf = (name: string) => (name === 'status' ? name : fieldOf(definition, name).kind);
    /** One of each kind: the kind alone decides how it is asked for and compared. */
    const sampled = (names: readonly string[]) =>
      isThorough(definition)
        ? names
        : names.filter((name, n) => names.findIndex(other => kindOf(other) === kindOf(name)) === n);

    it('comes in pages with an exact total', async () => {
      const count = await total();
      const first = await ann.get<Row[]>(path);
      expect(first.data).toHaveLength(20);
      expect(first.headers.get('Content-Range')).toBe(`items 0-19/${count}`);
      const last = Math.ceil(count / 50);
      const page = await ann.get<Row[]>(`${path}?limit=50&page=${last}`);
      expect(page.headers.get('Content-Range')).toBe(`items ${(last - 1) * 50}-${count - 1}/${count}`);
      const beyond = await ann.get<Row[]>(`${path}?limit=50&page=${last + 1}`);
      expect([beyond.status, beyond.data, beyond.headers.get('Content-Range')]).toEqual([200, [], `items */${count}`]);
      expect(new Set((await readAll(definition)).map(row => row.id)).size).toBe(count);
    });

    it
      .runIf(isThorough(definition))
      .each([
        'limit=101',
        'limit=0',
        'limit=-1',
        'limit=x',
        'limit=',
        'limit=1e1',
        'limit[]=5',
        'page=0',
        'page=-1',
        'page=1.5',
        'page=0x1',
        'page[]=1',
        'page[a]=1',
        'page[$gt]=1',
        'sort=nothing',
        'sort=--name',
        'sort[]=name',
        'sort=$where',
        'filter[nothing][]=1',
        'filter[$where]=1',
        'filter=x',
        'filter[q][]=a',
        'filter[q][$ne]=a',
        'unknown=1',
        'after=x',
        'after=eyJhIjoxfQ',
        `after=${Buffer.from('["x",7]').toString('base64url')}`,
      ])('refuses %s', async query => {
      const answer = await ann.get(`${path}?${query}`);
      expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(Object.keys(answer.error.data?.fields ?? {})).toHaveLength(1);
    });

    it.each(sampled(list.sorts).flatMap((sort, n) => sampleOf(definition, [sort, `-${sort}`], nth + n, 1)))(
      'sorts by %s, the same by pages and by cursor',
      async sort => {
        const name = sort.replace('-', '');
        const count = await total();
        const titles = isSortedByTitle(definition, name) ? await titlesOf(definition, name) : null;
        const pages: Row[] = [];
        for (let page = 1; pages.length < count; page++)
          pages.push(...(await ann.get<Row[]>(`${path}?limit=100&page=${page}&sort=${sort}`)).data);
        for (const [n, row] of pages.entries()) {
          const before = pages[n - 1];
          if (!before) continue;
          const named = isSortedByName(definition, name) && before[name] !== null && row[name] !== null;
          const said = (one: Row) => titles?.get(String(one[name])) ?? null;
          const own = titles
            ? compare(said(before), said(row)) && byName(said(before) ?? '', said(row) ?? '')
            : named
              ? byName(String(before[name]), String(row[name]))
              : compare(before[name], row[name]);
          const order = own || compare(before.id, row.id);
          expect(sort.startsWith('-') ? -order : order).toBeLessThan(0);
        }
        const walked: Row[] = [];
        for (let after = ''; ; ) {
          const answer = await ann.get<Row[]>(`${path}?limit=90&sort=${sort}${after && `&after=${after}`}`);
          expect(answer.headers.get('Content-Range')).toMatch(new RegExp(`/${count}$`));
          walked.push(...answer.data);
          after = answer.headers.get('X-Next-Cursor') ?? '';
          if (!after) break;
        }
        expect(walked).toEqual(pages);
      },
    );

    // A filter with parts finds by each part, which rows do not show: the tests of its module cover it.
    const whole = list.filters.filter(name => typeof list.asks?.[name] !== 'object');
    it.each(sampled(whole))('filters by %s', async name => {
      const rows = await readAll(definition);
      const field = fieldOf(definition, name);
      const { kind } = field;
      const held = (row: Row) => heldIn(field, row[name]);
      const values = [...new Set(rows.flatMap(held).filter(value => value !== null))].slice(0, 3);
      expect(values.length, 'rows to tell apart').toBeGreaterThan(0);
      const found = async (query: string) => {
        const answer = await ann.get<Row[]>(`${path}?limit=100&${query}`);
        expect(answer.status, query).toBe(200);
        return {
          ids: answer.data.map(row => row.id),
          total: Number(answer.headers.get('Content-Range')?.split('/')[1]),
        };
      };
      const agrees = async (query: string, test: (value: unknown) => boolean) => {
        const wanted = rows.filter(row => test(held(row)));
        const { ids, total: counted } = await found(query);
        expect(counted, query).toBe(wanted.length);
        const known = new Set(wanted.map(row => row.id));
        expect(
          ids.filter(id => !known.has(id)),
          query,
        ).toEqual([]);
      };
      const isNumber = ['integer', 'money', 'percent', 'decimal'].includes(kind);
      if (isNumber || kind === 'instant' || kind === 'date' || kind === 'month') {
        const sorted = values.toSorted(compare);
        const [from, to] = [sorted[0], sorted.at(-1)];
        const between = (value: unknown) => value !== null && compare(value, from) >= 0 && compare(value, to) <= 0;
        await agrees(`filter[${name}][from]=${from}&filter[${name}][to]=${to}`, between);
        for (const bad of isNumber
          ? ['x', '1e3', '0.001', '$gt']
          : ['x', '1', '2026-13', '2026-02-31', '2026-11-01T', '$gt']) {
          const answer = await ann.get(`${path}?filter[${name}][from]=${bad}`);
          expect([answer.status, Object.keys(answer.error.data?.fields ?? {})], bad).toEqual([
            400,
            [`filter.${name}.from`],
          ]);
        }
        return;
      }
      for (const value of values) await agrees(`filter[${name}][]=${value}`, own => [own].flat().includes(value));
      const two = values.slice(0, 2);
      await agrees(two.map(value => `filter[${name}][]=${value}`).join('&'), own =>
        two.some(value => [own].flat().includes(value)),
      );
      if (kind !== 'ref' && kind !== 'refs') return;
      const empty = (own: unknown) => own === null || (Array.isArray(own) && own.length === 0);
      await agrees(`filter[${name}][]=none`, empty);
      await agrees(
        `filter[${name}][]=none&filter[${name}][]=${values[0]}`,
        own => empty(own) || [own].flat().includes(values[0]),
      );
    });

    it.runIf(answers(definition, 'badges'))('counts tabs, marks and its badge as the database does', async () => {
      const rows = await readAll(definition);
      const answered = (await ann.get<Record<string, number>>(`${path}/count-badges`)).data;
      // Some say as well what waits for the caller.
      const apart = APART[definition.name] ?? [];
      const counts = Object.fromEntries(Object.entries(answered).filter(([name]) => !apart.includes(name)));
      const wanted = (named: Readonly<Record<string, Filter>> = {}) =>
        Object.fromEntries(
          Object.entries(named).map(([key, filter]) => [
            key,
            rows.filter(row => matches(row, datedFilter(filter, today()))).length,
          ]),
        );
      expect(counts).toEqual({
        total: rows.length,
        tabs: wanted(list.tabs),
        marks: wanted(list.marks),
        ...(definition.badge && wanted({ [definition.badge.name]: definition.badge.filter })),
      });
      if (definition.badge) {
        const badges = (await ann.get<Record<string, number>>('/count-badges')).data;
        expect(badges[definition.badge.name]).toBe(Reflect.get(counts, definition.badge.name));
      }
    });

    it('reads every declared order from an index, with a tab too', async () => {
      const tabs = Object.values(list.tabs ?? {}).map(tab =>
        Object.entries(tab).flatMap(([name, condition]) =>
          typeof condition === 'object' ? (condition.in ?? []).map(value => `&filter[${name}][]=${value}`) : [],
        ),
      );
      const reads = await readsOf(collectionOf(definition), async () => {
        // An index is read both ways: each order one way at least, with no tab and with one.
        for (const [n, sort] of sorts.entries())
          for (const tab of n % 2
            ? sampleOf(definition, [[], ...tabs], nth + n, 1)
            : [[], ...sampleOf(definition, tabs, nth + n, 1)]) {
            const query = `${path}?sort=${sort}${tab.join('')}`;
            const cursor = (await ann.get(query)).headers.get('X-Next-Cursor');
            if (cursor && (isThorough(definition) || n < 2)) await ann.get(`${query}&after=${cursor}`);
          }
        await ann.get(`${path}/options`);
        await ann.get(`${path}/options?q=an`);
      });
      expect(reads.length).toBeGreaterThan(0);
      expect(costly(reads)).toEqual([]);
    });

    it('scans no whole collection for any filter, count, name or search', async () => {
      const reads = await readsOf(collectionOf(definition), async () => {
        for (const name of list.filters) {
          const { kind } = fieldOf(definition, name);
          const value = kind === 'flag' ? 'true' : kind === 'choice' ? undefined : 'none';
          await ann.get(
            kind === 'instant'
              ? `${path}?filter[${name}][from]=2026-01-01`
              : `${path}?filter[${name}][]=${value ?? (await readAll(definition))[0]?.[name]}`,
          );
        }
        await ann.get(`${path}/count-badges`);
        await ann.get(`${path}?filter[q]=anh`);
      });
      expect(reads.length).toBeGreaterThan(0);
      expect(costly(reads).filter(line => /COLLSCAN/.test(line))).toEqual([]);
    });
  },
);
