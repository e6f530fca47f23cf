import { isSortedByName, isSortedByTitle, sortKey } from '@lobby/shared/kit/collation.ts';
import { soughtPhone } from '@lobby/shared/kit/contact.ts';
import { isDay, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import type { Condition, Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { type Field, listedChoice } from '@lobby/shared/kit/fields.ts';
import { filterSchema, listField } from '@lobby/shared/kit/filter-schema.ts';
import { lastDays } from '@lobby/shared/kit/list-url.ts';
import { rawPlate } from '@lobby/shared/kit/plate.ts';
import { paging } from '@lobby/shared/kit/query-schema.ts';
import { idSchema, readInput } from '@lobby/shared/kit/schema.ts';
import { queryKeys } from '@lobby/shared/kit/text-search.ts';
import { z } from 'zod';
import type { Ctx } from '../../base/context.ts';
import { failFields } from '../../base/errors.ts';
import { todayOf } from '../../base/local-time.ts';
import { blindEnd, blindIndex } from '../../privacy/personal.ts';
import { endKey, isEnding, sortPath, wholeNumbers } from '../../store/keys/search-keys.ts';
import type { Where } from '../../store/records.ts';
import { targetOf } from '../../store/refs/refs.ts';
import { modelOf, type Stored } from '../../store/schema.ts';
import { mayRead, noteSearch } from './probe-limits.ts';
import { inTurn, type Query } from './scans.ts';
import { loadTotal } from './totals.ts';

/** Schema of a list's query. */
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
    const wanted = value.flatMap(item =>
      item === 'me'
        ? (ctx.employeeId ?? [])
        : item === 'none'
          ? [field.kind === 'refs' ? [] : null]
          : field.kind === 'flag'
            ? [item === 'true']
            : field.kind === 'text' && field.plate
              ? [rawPlate(String(item))]
              : [item],
    );
    return wanted.length === 1 ? wanted[0] : { $in: wanted };
  }
  const { days, ...bounds } = value as Condition;
  const { from, to } = days ? lastDays(todayOf(ctx), days) : bounds;
  const bound = (text: string, end: boolean) => {
    if (field.kind === 'instant') {
      // A day stands for the whole day in the project's time zone.
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

/** Matches records with all of these words. Four digits may also be the end of a phone number. */
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

/**
 * Conditions under which the search text is a phone number. A whole number matches exactly, for people by its keyed digest,
 * because the last four digits alone match several; for staff and companies the last digits match too.
 */
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

/**
 * Conditions under which the search text is a whole personal number, such as a bank account. Only for those who may read it:
 * a match would reveal to others that it exists.
 */
function numbersQuery(definition: Definition, typed: string, ctx: Ctx): Record<string, unknown>[] {
  const number = /^[a-z\d]{6,}$/i.exec(typed.replace(/[\s.-]/g, ''))?.[0];
  if (!number || !mayRead(ctx, definition)) return [];
  return wholeNumbers(definition).map(name => ({ [`blind.${name}`]: blindIndex(ctx.projectId, name, number) }));
}

/** The same for one such field that a filter names. */
function numberQuery(definition: Definition, name: string, condition: unknown, ctx: Ctx): Record<string, unknown>[] {
  if (!Array.isArray(condition) || !mayRead(ctx, definition)) return [];
  const digests = condition.map(typed => blindIndex(ctx.projectId, name, String(typed).replace(/[\s.-]/g, '')));
  return [{ [`blind.${name}`]: { $in: digests } }];
}

/** Query of a search box. */
function searchQuery(definition: Definition, typed: string, ctx: Ctx): Record<string, unknown> {
  const words = keysQuery(definition, queryKeys(typed), ctx.projectId);
  const others = [...phonesQuery(definition, typed, ctx.projectId), ...numbersQuery(definition, typed, ctx)];
  const ways = Object.keys(words).length > 0 ? [words, ...others] : others;
  return others.length > 0 ? { $or: ways } : words;
}

/** The last digits that a filter by phone number names. */
function digitsOf(value: Filter[string]): string[] {
  const named = Array.isArray(value) || typeof value !== 'object' ? value : value.in;
  return Array.isArray(named) ? named.map(String) : [];
}

/** Conditions of a filter on fields of the record itself. */
function fieldsQuery(definition: Definition, filter: Filter, ctx: Ctx): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => {
      const field = listField(definition, name);
      if (!field || typeof value !== 'object') return [];
      return [[name, conditionQuery(field, value.in ? [...value.in] : value, ctx)]];
    }),
  );
}

/** A query of a definition's records, built from a validated filter. */
export type QueryOf<D extends Definition> = Query & Where<D>;

/** Builds the database query of a validated filter, always within the project. */
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
      // Residents cannot search in words hidden from them; they find such a record by its code.
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
      const ways = chosen.flatMap(item => meanings[String(item)] ?? []).map(way => fieldsQuery(definition, way, ctx));
      query.$and = [...((query.$and as unknown[]) ?? []), { $or: ways }];
      continue;
    }
    if (name in (definition.list.endings ?? {})) {
      const keys = digitsOf(value).map(digits => endKey(blindEnd(ctx.projectId, digits)));
      query.$and = [...((query.$and as unknown[]) ?? []), { keys: { $in: keys } }];
      continue;
    }
    const field = listField(definition, name);
    if (!field) continue;
    const condition = typeof value === 'object' && !Array.isArray(value) && value.in ? [...value.in] : value;
    // A range without bounds is ignored.
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

/** The query of a filter with its joins, by the units that match. */
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

/** Combines two filters, such as a tab's and the user's; a field in both must meet both conditions. */
export function both<A extends Query>(a: A, b: Query): A {
  const query: Query = { ...a };
  for (const [name, value] of Object.entries(b)) {
    if (!(name in query) || JSON.stringify(query[name]) === JSON.stringify(value)) query[name] = value;
    else query.$and = [...((query.$and as unknown[]) ?? []), { [name]: value }];
  }
  return query as A;
}

const instantKey = z.strictObject({ d: z.number().min(-8.64e15).max(8.64e15) }).transform(({ d }) => new Date(d));
/** Schema of the sort value in a cursor: the field's own type, since a value of another type would make the query meaningless. */
const keySchema = (field: Field | undefined) =>
  field?.kind === 'instant'
    ? instantKey
    : field?.kind === 'flag'
      ? z.boolean()
      : field && ['integer', 'money', 'percent', 'decimal'].includes(field.kind)
        ? z.number()
        : z.string();

/** The cursor after a row in a list's order. */
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
  const schema = z.tuple([keySchema(listField(definition, sort.replace('-', ''))).nullable(), idSchema]);
  const read = readInput(schema, jsonOf(Buffer.from(after, 'base64url').toString('utf8')));
  if (!read.success) return failFields({ after: { code: 'INVALID' } });
  const [value, id] = read.data;
  const beyond = { _id: down ? { $lt: id } : { $gt: id } };
  if (value === null) return down ? { [name]: null, ...beyond } : { $or: [{ [name]: { $ne: null } }, beyond] };
  // The bound lets the index scan start at the value; rows with the same value are told apart by id. Null sorts first.
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
  /** Null if the page was read by a cursor. */
  offset: number | null;
  next: string | null;
}

export interface PageQuery {
  page: number;
  limit: number;
  sort: string;
  after?: string | undefined;
}

/**
 * Projection of a row: leaves out long texts and search keys, which are most of a document and never shown in a list. Keeps
 * a title that the next cursor needs.
 */
export function rowOnly(definition: Definition, sort = ''): Record<string, 0> {
  const hidden = Object.entries(definition.fields).filter(([, field]) => field.detailOnly);
  const sortKeys = isSortedByTitle(definition, sort.replace('-', '')) ? [] : ['sorted'];
  return Object.fromEntries(
    [...hidden.map(([field]) => field), 'keys', 'uniq', ...sortKeys, 'blind'].map(name => [name, 0]),
  );
}

/** Offset beyond which a page is read from the nearer end. */
const FAR = 2000;

/**
 * Index hint for a far page whose filter has a status at most: without it, the query planner tries every index over the
 * whole offset (850 ms instead of 55 for row 50,000).
 */
function wayThere({ projectId, deletedAt, status, ...others }: Query, sort: string): Record<string, 1> | null {
  return Object.keys(others).length === 0 ? { projectId: 1, [sort]: 1, _id: 1 } : null;
}

/**
 * Reads one page of a list and its exact total. Deep pages by `after` take constant time; those by number are read from the
 * nearer end.
 */
export async function readPage(
  definition: Definition,
  query: Query,
  { page, limit, sort, after }: PageQuery,
  ctx: Ctx,
): Promise<Page> {
  const name = sortPath(definition, sort.replace('-', ''));
  const offset = after ? null : (page - 1) * limit;
  const read = (filter: Query, down: 1 | -1, skip: number, count: number) => {
    const reading = modelOf(definition)
      .find(filter, rowOnly(definition, sort))
      .sort({ [name]: down, _id: down })
      .skip(skip)
      .limit(count)
      .maxTimeMS(2000)
      .lean<Stored[]>();
    // With many rows per value, the planner would intersect two indexes and sort, instead of walking the index that has the
    // order.
    const way = skip > FAR ? wayThere(filter, name) : after && !('status' in query) ? wayThere(query, name) : null;
    return inTurn(definition, filter, async () => (way ? reading.hint(way) : reading));
  };
  const from = after ? both(query, { ...afterQuery(definition, after, sort), projectId: ctx.projectId }) : query;
  const direction = sort.startsWith('-') ? -1 : 1;
  const counting = loadTotal(definition, query, ctx.actor.id);
  const behind = offset !== null && offset > FAR ? (await counting) - offset : 0;
  const backwards = offset !== null && behind > 0 && behind < offset;
  const [rows, total] = await Promise.all([
    backwards
      ? read(from, direction === 1 ? -1 : 1, Math.max(0, behind - limit), Math.min(limit, behind)).then(batch =>
          batch.reverse(),
        )
      : read(from, direction, offset ?? 0, limit),
    counting,
  ]);
  const last = rows.at(-1);
  return { rows, total, offset, next: last && rows.length === limit ? cursorAfter(definition, last, sort) : null };
}
