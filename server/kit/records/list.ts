import { isSortedByName, isSortedByTitle, sortKey } from '@lobby/shared/kit/collation.ts';
import { soughtPhone } from '@lobby/shared/kit/contact.ts';
import { dayOf, isDay, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { type Condition, type Definition, type Filter, meaningsOf } from '@lobby/shared/kit/definition.ts';
import { type Field, listedChoice } from '@lobby/shared/kit/fields.ts';
import { lastDays } from '@lobby/shared/kit/list-url.ts';
import { oncePer } from '@lobby/shared/kit/once-per.ts';
import { rawPlate } from '@lobby/shared/kit/plate.ts';
import { idSchema, readInput } from '@lobby/shared/kit/schema.ts';
import { queryKeys } from '@lobby/shared/kit/text-search.ts';
import { z } from 'zod';
import type { Ctx } from '../base/context.ts';
import { failFields } from '../base/errors.ts';
import { many, paging } from '../http/query.ts';
import { blindEnd, blindIndex } from '../privacy/personal.ts';
import type { Where } from '../store/records.ts';
import { targetOf } from '../store/refs.ts';
import { endKey, isEnding, modelOf, type Stored, sortPath, wholeNumbers } from '../store/schema.ts';
import { CONDITIONS } from './conditions.ts';
import { mayRead, noteSearch } from './probe-limits.ts';
import { inTurn, type Query } from './scans.ts';
import { loadTotal } from './totals.ts';

const WHEN: Field = { kind: 'instant' };
const fieldOf = (definition: Definition, name: string): Field | undefined =>
  definition.fields[name] ??
  (name === 'createdAt' || name === 'updatedAt'
    ? WHEN
    : name === 'status' && definition.statuses
      ? {
          kind: 'choice',
          options: [
            ...Object.keys(definition.statuses),
            ...(definition.list.everyStatus ? [definition.list.everyStatus] : []),
          ],
        }
      : undefined);

/** The last digits of a phone, by which people are found without it. */
const ENDING = z.string().regex(/^\d{4}$/, 'TYPE_INVALID');

/** The schema of `filter[...]` of a definition's lists. */
export const filterSchema = oncePer((definition: Definition): z.ZodObject => {
  const shape: Record<string, z.ZodType> = { q: z.string().max(200).optional() };
  for (const name of definition.list.filters) {
    const field = fieldOf(definition, name);
    if (!field) throw new Error(`${definition.name}: no field ${name} to filter by`);
    shape[name] = CONDITIONS[field.kind](field).optional();
  }
  for (const name of Object.keys(definition.list.asks ?? {})) {
    const field = fieldOf(definition, name);
    if (field) shape[name] = CONDITIONS[field.kind](field).optional();
  }
  for (const [name, { field }] of Object.entries(definition.list.joins ?? {}))
    shape[name] = CONDITIONS[field.kind](field).optional();
  for (const name of Object.keys(definition.list.endings ?? {})) shape[name] = many(ENDING).optional();
  for (const name of Object.keys(definition.list.means ?? {}))
    shape[name] = many(z.enum(meaningsOf(definition, name) ?? [])).optional();
  return z.strictObject(shape).meta({ title: `${definition.name} filter` });
});

/** The schema of a list's query. */
export function listSchema(definition: Definition) {
  const sorts = definition.list.sorts.flatMap(sort => [sort, `-${sort}`]);
  return z.strictObject({
    ...paging,
    sort: z.enum(sorts).default(definition.list.defaultSort),
    after: z.string().max(500).optional(),
    filter: filterSchema(definition).default({}),
  });
}

function conditionQuery(field: Field, value: unknown, ctx: Ctx): unknown {
  if (Array.isArray(value)) {
    const wanted = value.flatMap(one =>
      one === 'me'
        ? (ctx.employeeId ?? [])
        : one === 'none'
          ? [field.kind === 'refs' ? [] : null]
          : field.kind === 'flag'
            ? [one === 'true']
            : field.kind === 'text' && field.plate
              ? [rawPlate(String(one))]
              : [one],
    );
    return wanted.length === 1 ? wanted[0] : { $in: wanted };
  }
  const { days, ...given } = value as Condition;
  const { from, to } = days ? lastDays(dayOf(ctx.now, ctx.project.timeZone), days) : given;
  const bound = (text: string, end: boolean) => {
    if (field.kind === 'instant') {
      // A day means the whole of it, in the project's time zone.
      if (isDay(text))
        return end
          ? new Date(startOfDay(nextDay(text), ctx.project.timeZone).getTime() - 1)
          : startOfDay(text, ctx.project.timeZone);
      return new Date(text);
    }
    return field.kind === 'date' || field.kind === 'month' ? text : Number(text);
  };
  return { ...(from && { $gte: bound(from, false) }), ...(to && { $lte: bound(to, true) }) };
}

/** What holds all of these words; four digits may also be the end of a phone. */
function keysQuery({ fields }: Definition, keys: readonly string[], projectId: string): Record<string, unknown> {
  const phones = Object.values(fields).some(isEnding);
  const ends = keys.filter(key => phones && /^\d{4}$/.test(key));
  const words = keys.filter(key => !ends.includes(key));
  const either = ends.map(key => ({ keys: { $in: [key, endKey(blindEnd(projectId, key))] } }));
  return {
    ...(words.length > 0 && { keys: words.length === 1 ? words[0] : { $all: words } }),
    ...(either.length > 0 && (words.length === 0 && either.length === 1 ? either[0] : { $and: either })),
  };
}

/** The ways in which what was typed may be a phone: a whole number exactly, of people by its keyed digest, which several may share beside the end that finds them; of staff and firms also its end. */
function phonesQuery({ fields }: Definition, typed: string, projectId: string): Record<string, unknown>[] {
  const whole = soughtPhone(typed);
  const end = /^\d{3,}$/.exec(typed.replace(/[\s.()-]/g, ''))?.[0];
  return Object.entries(fields).flatMap(([name, field]): Record<string, unknown>[] => {
    if (field.kind !== 'phone') return [];
    if (field.personal && !whole) return [];
    if (field.personal && whole) {
      const same = { [`blind.${name}`]: blindIndex(projectId, name, whole) };
      return [field.unique === true ? same : { keys: endKey(blindEnd(projectId, whole.slice(-4))), ...same }];
    }
    return whole ? [{ [name]: whole }] : end ? [{ [name]: { $regex: `${end}$` } }] : [];
  });
}

/** The ways in which what was typed may be a personal number as a whole, an account at a bank: for who may read it, as others would learn that it is there. */
function numbersQuery(definition: Definition, typed: string, ctx: Ctx): Record<string, unknown>[] {
  const number = /^[a-z\d]{6,}$/i.exec(typed.replace(/[\s.-]/g, ''))?.[0];
  if (!number || !mayRead(ctx, definition)) return [];
  return wholeNumbers(definition).map(name => ({ [`blind.${name}`]: blindIndex(ctx.projectId, name, number) }));
}

/** The same of one of them that a filter names among others. */
function numberQuery(definition: Definition, name: string, condition: unknown, ctx: Ctx): Record<string, unknown>[] {
  if (!Array.isArray(condition) || !mayRead(ctx, definition)) return [];
  const digests = condition.map(typed => blindIndex(ctx.projectId, name, String(typed).replace(/[\s.-]/g, '')));
  return [{ [`blind.${name}`]: { $in: digests } }];
}

/** What answers the words of a search box. */
function searchQuery(definition: Definition, typed: string, ctx: Ctx): Record<string, unknown> {
  const words = keysQuery(definition, queryKeys(typed), ctx.projectId);
  const others = [...phonesQuery(definition, typed, ctx.projectId), ...numbersQuery(definition, typed, ctx)];
  const ways = Object.keys(words).length > 0 ? [words, ...others] : others;
  return others.length > 0 ? { $or: ways } : words;
}

/** The digits that a filter by the end of a phone names. */
function digitsOf(value: Filter[string]): string[] {
  const named = Array.isArray(value) || typeof value !== 'object' ? value : value.in;
  return Array.isArray(named) ? named.map(String) : [];
}

/** What a filter asks of the fields alone. */
function fieldsQuery(definition: Definition, filter: Filter, ctx: Ctx): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => {
      const field = fieldOf(definition, name);
      if (!field || typeof value !== 'object') return [];
      return [[name, conditionQuery(field, value.in ? [...value.in] : value, ctx)]];
    }),
  );
}

/** A query of a definition's records that was built of a filter, which a schema has checked. */
export type QueryOf<D extends Definition> = Query & Where<D>;

/** The database query of a filter: plain values that a schema has checked, always within the project. */
export function toQuery<const D extends Definition>(
  definition: D,
  filter: Filter,
  ctx: Ctx,
  scope: Record<string, unknown> = {},
): QueryOf<D> {
  const query: Query = { projectId: ctx.projectId, deletedAt: null };
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined) continue;
    if (name === 'q') {
      if (typeof value !== 'string') continue;
      Object.assign(query, searchQuery(definition, value, ctx));
      const { hides } = definition.resident ?? {};
      // Words that a household does not read find nothing for it: such a record is found by its code.
      if (hides && ctx.kind === 'resident')
        query.$and = [
          ...((query.$and as unknown[]) ?? []),
          { $or: [{ [hides.by]: null }, { code: value.trim().toUpperCase() }] },
        ];
      continue;
    }
    const meanings = definition.list.means?.[name];
    if (meanings && typeof value === 'object') {
      const chosen = Array.isArray(value) ? value : (value.in ?? []);
      const ways = chosen.flatMap(one => meanings[String(one)] ?? []).map(way => fieldsQuery(definition, way, ctx));
      query.$and = [...((query.$and as unknown[]) ?? []), { $or: ways }];
      continue;
    }
    if (name in (definition.list.endings ?? {})) {
      const keys = digitsOf(value).map(digits => endKey(blindEnd(ctx.projectId, digits)));
      query.$and = [...((query.$and as unknown[]) ?? []), { keys: { $in: keys } }];
      continue;
    }
    const field = fieldOf(definition, name);
    if (!field) continue;
    const condition = typeof value === 'object' && !Array.isArray(value) && value.in ? [...value.in] : value;
    // A range without bounds asks for nothing.
    if (!Array.isArray(condition) && Object.keys(condition).length === 0) continue;
    const { everyStatus } = definition.list;
    if (name === 'status' && everyStatus && Array.isArray(condition) && condition.includes(everyStatus)) continue;
    const wanted = conditionQuery(field, condition, ctx);
    const [part] = listedChoice(field) ?? [];
    const paths = definition.list.asks?.[name] ?? (part ? `${name}.${part}` : name);
    if (typeof paths === 'string') query[paths] = wanted;
    else {
      const ways = paths.flatMap(path =>
        definition.fields[path]?.personal ? numberQuery(definition, path, condition, ctx) : [{ [path]: wanted }],
      );
      query.$and = [...((query.$and as unknown[]) ?? []), { $or: ways }];
    }
  }
  return both(query, { projectId: ctx.projectId, ...scope }) as QueryOf<D>;
}

/** The query of a filter with its joins: the units on which what is asked for stands. */
export async function joinedQuery<const D extends Definition>(
  definition: D,
  filter: Filter,
  ctx: Ctx,
  scope: Record<string, unknown> = {},
): Promise<QueryOf<D>> {
  const { projectId } = ctx;
  await noteSearch(ctx, definition, filter.q);
  for (const name of Object.keys(definition.list.endings ?? {}))
    for (const digits of digitsOf(filter[name])) await noteSearch(ctx, definition, digits);
  let query = toQuery(definition, filter, ctx, scope);
  for (const [name, { field, through }] of Object.entries(definition.list.joins ?? {})) {
    if (filter[name] === undefined) continue;
    const there = { projectId, deletedAt: null, [through?.field ?? '']: conditionQuery(field, filter[name], ctx) };
    const ids = through ? await modelOf(targetOf(through.definition)).distinct('unitId', there) : [];
    query = both(query, { projectId, unitId: { $in: ids } });
  }
  return query;
}

/** Two filters at once: a tab's beside the reader's own; a field named by both must answer both. */
export function both<A extends Query>(a: A, b: Query): A {
  const query: Query = { ...a };
  for (const [name, value] of Object.entries(b)) {
    if (!(name in query) || JSON.stringify(query[name]) === JSON.stringify(value)) query[name] = value;
    else query.$and = [...((query.$and as unknown[]) ?? []), { [name]: value }];
  }
  return query as A;
}

const instantKey = z.strictObject({ d: z.number().min(-8.64e15).max(8.64e15) }).transform(({ d }) => new Date(d));
/** The sorted value in a cursor: of the field's own type, or the database is asked nonsense. */
const keySchema = (field: Field | undefined) =>
  field?.kind === 'instant'
    ? instantKey
    : field?.kind === 'flag'
      ? z.boolean()
      : field && ['integer', 'money', 'percent', 'decimal'].includes(field.kind)
        ? z.number()
        : z.string();

/** The place after a row in a list's order. */
export function cursorAfter(definition: Definition, row: Stored, sort: string): string {
  const name = sort.replace('-', '');
  const titled = isSortedByTitle(definition, name);
  const held = (titled ? (row.sorted as Record<string, unknown> | undefined)?.[name] : row[name]) ?? null;
  const value = typeof held === 'string' && isSortedByName(definition, name) ? sortKey(held) : held;
  return Buffer.from(JSON.stringify([value instanceof Date ? { d: value.getTime() } : value, row._id])).toString(
    'base64url',
  );
}

function afterQuery(definition: Definition, after: string, sort: string): Record<string, unknown> {
  const name = sortPath(definition, sort.replace('-', ''));
  const down = sort.startsWith('-');
  const schema = z.tuple([keySchema(fieldOf(definition, sort.replace('-', ''))).nullable(), idSchema]);
  const read = readInput(schema, jsonOf(Buffer.from(after, 'base64url').toString('utf8')));
  if (!read.success) return failFields({ after: { code: 'INVALID' } });
  const [value, id] = read.data;
  const beyond = { _id: down ? { $lt: id } : { $gt: id } };
  if (value === null) return down ? { [name]: null, ...beyond } : { $or: [{ [name]: { $ne: null } }, beyond] };
  // The bound walks the index from the value on; what lies at the value itself is told apart by id. Nothing (null) is lowest.
  const from = down ? { $not: { $gt: value } } : { $gte: value };
  return { [name]: from, $or: [{ [name]: { $ne: value } }, beyond] };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface Page {
  rows: Stored[];
  total: number;
  /** Null where a cursor told the place. */
  offset: number | null;
  next: string | null;
}

export interface PageQuery {
  page: number;
  limit: number;
  sort: string;
  after?: string | undefined;
}

/** What is read of a record for its row: long texts and search keys are most of a document, and never shown in a list; the next page begins behind a title that stands in its sort keys. */
export function rowOnly(definition: Definition, sort = ''): Record<string, 0> {
  const hidden = Object.entries(definition.fields).filter(([, field]) => field.detailOnly);
  const kept = isSortedByTitle(definition, sort.replace('-', '')) ? [] : ['sorted'];
  return Object.fromEntries(
    [...hidden.map(([field]) => field), 'keys', 'uniq', ...kept, 'blind'].map(name => [name, 0]),
  );
}

/** Pages that begin further back than this are looked for from the nearer end. */
const FAR = 2000;

/**
 * The index that a far page is read by, where the filter is a tab's at most: left to choose, the database tries every index of the project
 * over the whole way there (850 ms instead of 55 for row 50,000).
 */
function wayThere({ projectId, deletedAt, status, ...others }: Query, sort: string): Record<string, 1> | null {
  return Object.keys(others).length === 0 ? { projectId: 1, [sort]: 1, _id: 1 } : null;
}

/** One page of a list and its exact total; deep pages go by `after`, at constant cost, those by number from the nearer end. */
export async function readPage(
  definition: Definition,
  query: Query,
  { page, limit, sort, after }: PageQuery,
  ctx: Ctx,
): Promise<Page> {
  const name = sortPath(definition, sort.replace('-', ''));
  const offset = after ? null : (page - 1) * limit;
  const read = (filter: Query, down: 1 | -1, skip: number, count: number) => {
    const found = modelOf(definition)
      .find(filter, rowOnly(definition, sort))
      .sort({ [name]: down, _id: down })
      .skip(skip)
      .limit(count)
      .maxTimeMS(2000)
      .lean<Stored[]>();
    // Rows with one value are many: the database would rather join two indexes and sort them than walk the one of the order.
    const way = skip > FAR ? wayThere(filter, name) : after && !('status' in query) ? wayThere(query, name) : null;
    return inTurn(definition, filter, async () => (way ? found.hint(way) : found));
  };
  const from = after ? both(query, { ...afterQuery(definition, after, sort), projectId: ctx.projectId }) : query;
  const direction = sort.startsWith('-') ? -1 : 1;
  const counting = loadTotal(definition, query, ctx.actor.id);
  const behind = offset !== null && offset > FAR ? (await counting) - offset : 0;
  const backwards = offset !== null && behind > 0 && behind < offset;
  const [rows, total] = await Promise.all([
    backwards
      ? read(from, direction === 1 ? -1 : 1, Math.max(0, behind - limit), Math.min(limit, behind)).then(found =>
          found.reverse(),
        )
      : read(from, direction, offset ?? 0, limit),
    counting,
  ]);
  const last = rows.at(-1);
  return { rows, total, offset, next: last && rows.length === limit ? cursorAfter(definition, last, sort) : null };
}
