import { apartBy, type Definition } from '@lobby/shared/kit/definition.ts';
import { type Field, isListed } from '@lobby/shared/kit/fields.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import { calledIn } from '@lobby/shared/kit/nouns.ts';
import { chosenIdsSchema } from '@lobby/shared/kit/schema.ts';
import { nameKey } from '@lobby/shared/kit/text-search.ts';
import type { Response } from 'express';
import { z } from 'zod';
import type { Ctx } from '../base/context.ts';
import { text } from '../base/messages.ts';
import { transaction } from '../database/database.ts';
import { type Route, route } from '../http/route.ts';
import { holdKeys } from '../privacy/person-keys.ts';
import { keptFilter } from '../privacy/search-words.ts';
import { loadScope } from '../records/acts/act.ts';
import type { Exports } from '../records/behaviour.ts';
import { joinedQuery, rowOnly } from '../records/lists/list.ts';
import { namesApart } from '../records/lists/options.ts';
import type { Query } from '../records/lists/scans.ts';
import { type EventRow, writeEvents } from '../store/events.ts';
import { sortPath } from '../store/keys/search-keys.ts';
import { loadRefs, mayName, targetOf } from '../store/refs/refs.ts';
import { modelOf, type Stored } from '../store/schema.ts';
import { cell } from './cell.ts';
import { rowsByHome } from './further-rows.ts';
import { type Cell, type Page, writeBook } from './sheet.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Rows per batch, between which the stream is drained and other requests get a turn. */
const BATCH = 200;

const sortOf = ({ list }: Definition) =>
  z.enum(list.sorts.flatMap(sort => [sort, `-${sort}`])).default(list.defaultSort);

const askedOf = (definition: Definition) =>
  z.strictObject({ filter: filterSchema(definition).default({}), sort: sortOf(definition) });
/** Query of an export: chosen rows of a list, or all under its filter. */
const chosenOf = (definition: Definition) =>
  askedOf(definition).extend({ ids: chosenIdsSchema(definition).optional() });

type ExportQuery = z.infer<ReturnType<typeof chosenOf>>;

/**
 * `GET /export`: the current filter and order as xlsx, streamed, with any number of rows. `PUT /export`: chosen rows. Each
 * is an activity entry.
 */
export function exportRoutes(definition: Definition, exports: Exports = {}): Route[] {
  const { path, name, code } = definition;
  const shared = { path: `${path}/export`, module: code, flags: ['export'], answer: XLSX } as const;
  return [
    route({
      ...shared,
      method: 'get',
      summary: `Export ${name}s`,
      query: () => askedOf(definition),
      run: (ctx, { query, res }) => give(ctx, definition, query, res, { exports, plain: false }),
    }),
    route({
      ...shared,
      method: 'put',
      summary: `Export chosen ${name}s`,
      body: () => chosenOf(definition),
      run: (ctx, { body, res }) => give(ctx, definition, body, res, { exports, plain: false }),
    }),
  ];
}

/** `PUT /export-encrypted`: the same with unmasked personal values. The activity entry states the number of people. */
export function plainExportRoute(definition: Definition, exports: Exports = {}): Route {
  return route({
    method: 'put',
    path: `${definition.path}/export-encrypted`,
    summary: `Export ${definition.name}s with personal data in plain`,
    module: definition.code,
    flags: ['exportEncrypted'],
    body: () => chosenOf(definition),
    answer: XLSX,
    run: (ctx, { body, res }) => give(ctx, definition, body, res, { exports, plain: true }),
  });
}

async function give(
  ctx: Ctx,
  definition: Definition,
  { filter, sort, ids }: ExportQuery,
  res: Response,
  { exports, plain }: Pick<Rows, 'exports' | 'plain'>,
) {
  const scope = { ...(await loadScope(ctx, definition)), ...(ids && { _id: { $in: ids } }) };
  const found = await joinedQuery(definition, filter, ctx, scope);
  const count = plain || ids ? await modelOf(definition).countDocuments(found).maxTimeMS(5000) : undefined;
  const after = { filter: keptFilter(filter), ...(count !== undefined && { count }) };
  await rememberExport(ctx, definition, plain ? 'exportEncrypted' : 'export', after);
  await sendRows(ctx, definition, { query: found, sort, exports, plain }, res);
}

/** Records in the activity who exported what. */
export async function rememberExport(
  ctx: Ctx,
  { code, name }: Definition,
  action: string,
  after: EventRow['after'],
): Promise<void> {
  const row = {
    at: ctx.now,
    projectId: ctx.projectId,
    module: code,
    entity: name,
    entityId: null,
    action,
    actor: ctx.actor,
    before: null,
    after,
    version: 0,
    row: null,
    quiet: true,
  };
  await transaction(async session => void (await writeEvents([row], session)));
}

interface Rows {
  query: Query;
  sort: string;
  /** Fields that become columns; defaults to those of the list. */
  columns?: readonly string[];
  exports?: Exports;
  plain: boolean;
}

/** Writes the rows of a query as a spreadsheet. */
export async function sendRows(ctx: Ctx, definition: Definition, rows: Rows, res: Response): Promise<void> {
  res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${definition.name}s.xlsx"` });
  const lines = Object.entries(rows.exports?.lines ?? {});
  await writeBook(res, [
    { name: definition.name, batches: batchesOf(ctx, definition, rows) },
    ...lines.map(
      ([name, fields]): Page => ({
        name: text(ctx, `${definition.name}.fields.${name}`),
        batches: linesOf(ctx, definition, rows, name, fields),
      }),
    ),
  ]);
}

async function* batchesOf(ctx: Ctx, definition: Definition, rows: Rows): AsyncGenerator<Cell[][]> {
  const { plain, exports } = rows;
  const columns = columnsOf(definition, rows).filter(([, field]) => mayName(ctx, field));
  yield [columns.map(([name]) => text(ctx, `${definition.name}.fields.${name}`))];
  const isWhole = plain || definition.imports || exports?.fields;
  for await (const batch of docsOf(definition, rows, isWhole ? {} : rowOnly(definition)))
    yield await loadCells(ctx, definition, columns, batch, plain);
}

/** Lines in one field of the records, each with the identifying fields of its record in front. */
async function* linesOf(
  ctx: Ctx,
  definition: Definition,
  rows: Rows,
  name: string,
  parentFields: readonly string[],
): AsyncGenerator<Cell[][]> {
  const field = definition.fields[name];
  if (field?.kind !== 'lines') throw new Error(`${definition.name}: ${name} has no lines`);
  const columns = columnsOf(definition, { plain: rows.plain, columns: parentFields });
  const computed = rows.exports?.computed?.[name] ?? [];
  const parts: [string, Field][] = Object.entries(field.of).filter(
    ([key, part]) => !part.personal && (!part.internal || computed.includes(key)),
  );
  const head = [...parentFields, ...parts.map(([part, { label }]) => label ?? part)];
  yield [head.map(part => text(ctx, `${definition.name}.fields.${part}`))];
  const shown = Object.fromEntries([...parentFields, name].map(key => [key, 1] as const));
  for await (const batch of docsOf(definition, rows, shown)) {
    const heads = await loadValues(ctx, definition, columns, batch, rows.plain);
    const held = batch.map(doc => (Array.isArray(doc[name]) ? (doc[name] as Record<string, unknown>[]) : []));
    const all = await loadValues(ctx, definition, parts, held.flat(), rows.plain);
    let at = 0;
    yield held.flatMap((lines, n) => lines.map(() => [...(heads[n] ?? []), ...(all[at++] ?? [])]));
  }
}

/** Records of a query in its order, in batches. */
async function* docsOf(
  definition: Definition,
  { query, sort }: Rows,
  shown: Record<string, 0 | 1>,
): AsyncGenerator<Stored[]> {
  const down = sort.startsWith('-') ? -1 : 1;
  const cursor = modelOf(definition)
    .find(query, shown)
    .sort({ [sortPath(definition, sort.replace('-', ''))]: down, _id: down })
    .batchSize(BATCH)
    .lean<Stored[]>()
    .cursor();
  let batch: Stored[] = [];
  for await (const doc of cursor) {
    if (batch.push(doc) < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const STATUS: Field = { kind: 'choice', options: [] };
const WHEN: Field = { kind: 'instant' };

/**
 * The columns of a list plus all importable fields, so that an export can be imported again. Personal values that no list
 * shows only in an unmasked export.
 */
function columnsOf(
  definition: Definition,
  { columns: named, exports, plain }: Pick<Rows, 'columns' | 'exports' | 'plain'>,
): [string, Field][] {
  if (named)
    return named.flatMap((name): [string, Field][] => {
      const field = definition.fields[name];
      return field ? [[name, field]] : [];
    });
  const goesOut = ([name, field]: [string, Field]) => {
    if (exports?.fields?.includes(name)) return plain || !field.personal;
    if (field.internal || field.kind === 'files') return false;
    if (field.kind === 'lines' && !isListed(field)) return false;
    if (!field.detailOnly) return true;
    return field.personal ? plain : definition.imports !== undefined && !field.readOnly;
  };
  const fields = Object.entries(definition.fields).filter(goesOut);
  return [...fields, ...(definition.statuses ? [['status', STATUS] as [string, Field]] : []), ['createdAt', WHEN]];
}

/** Appends distinguishing titles to names that several records have. A person may have two of them. */
async function toldApart(ctx: Ctx, target: Definition, found: Map<string, Stored>): Promise<Map<string, Stored>> {
  const { title } = target;
  if (found.size === 0 || apartBy(target).length === 0) return found;
  const query = { projectId: ctx.projectId, deletedAt: null };
  const all = await modelOf(target)
    .find(query, { [title]: 1 })
    .lean<Stored[]>();
  const named = Map.groupBy(all, doc => nameKey(String(doc[title])));
  const isShared = (doc: Stored) => (named.get(nameKey(String(doc[title])))?.length ?? 0) > 1;
  const apart = await namesApart(ctx, target, [...found.values()].filter(isShared));
  const nameOf = (doc: Stored) => {
    const place = isShared(doc) ? apart(doc) : null;
    return place ? `${doc[title]} (${place})` : doc[title];
  };
  return new Map([...found].map(([id, doc]) => [id, { ...doc, [title]: nameOf(doc) }]));
}

/** Names records in the language of the file, by which an import finds them again. */
const spoken = (ctx: Ctx, target: Definition, found: Map<string, Stored>): Map<string, Stored> =>
  target.title === 'name' && target.fields.nameEn
    ? new Map([...found].map(([id, doc]) => [id, { ...doc, name: calledIn(target, doc, ctx.language) }]))
    : found;

async function loadCells(
  ctx: Ctx,
  definition: Definition,
  columns: [string, Field][],
  batch: Stored[],
  plain: boolean,
): Promise<Cell[][]> {
  if (definition.person) await holdKeys(batch);
  return loadValues(ctx, definition, columns, await rowsByHome(ctx, definition, batch), plain);
}

/** Cell values of records or of their lines. */
async function loadValues(
  ctx: Ctx,
  definition: Definition,
  columns: [string, Field][],
  docs: readonly Readonly<Record<string, unknown>>[],
  plain: boolean,
): Promise<Cell[][]> {
  const names = new Map<string, Map<string, Stored>>();
  for (const [name, field] of columns) {
    if (field.kind !== 'ref' && field.kind !== 'refs') continue;
    const ids = docs.flatMap(doc => doc[name] ?? []).filter(id => typeof id === 'string');
    const target = targetOf(field.to);
    const found = await loadRefs(ctx.projectId, target, ids);
    names.set(name, field.kind === 'refs' ? await toldApart(ctx, target, found) : spoken(ctx, target, found));
  }
  return docs.map(doc =>
    columns.map(([name, field]) => cell(ctx, definition, name, field, doc[name], names.get(name), plain)),
  );
}
