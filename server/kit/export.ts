import { readPhone } from '@lobby/shared/kit/contact.ts';
import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import type { Response } from 'express';
import { z } from 'zod';
import type { Ctx } from './context.ts';
import { transaction } from './database.ts';
import { type EventRow, writeEvents } from './events.ts';
import { filterSchema, joinedQuery, rowOnly } from './list.ts';
import { text } from './messages.ts';
import { modelOf, type Stored } from './model.ts';
import { holdKeys } from './person-keys.ts';
import { maskOf, open } from './personal.ts';
import { loadRefs, targetOf } from './refs.ts';
import { type Route, route } from './route.ts';
import { type Cell, writeSheet } from './sheet.ts';
import type { Query } from './totals.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Rows between two looks at the reader and at other requests. */
const BATCH = 200;

const sortOf = ({ list }: Definition) =>
  z.enum(list.sorts.flatMap(sort => [sort, `-${sort}`])).default(list.defaultSort);

/** `GET /export`: the current filter and order as xlsx, streamed, any number of rows; an activity entry. */
export function exportRoute(definition: Definition): Route {
  return route({
    method: 'get',
    path: `${definition.path}/export`,
    summary: `Export ${definition.name}s`,
    module: definition.code,
    flags: ['export'],
    query: z.strictObject({
      filter: filterSchema(definition).default({}),
      sort: sortOf(definition),
    }),
    answer: XLSX,
    async run(ctx, { query, res }) {
      const found = await joinedQuery(definition, query.filter as Filter, ctx);
      await remember(ctx, definition, 'export', { filter: query.filter });
      await send(ctx, definition, found, query.sort, res, false);
    },
  });
}

/** `PUT /export-encrypted`: the same with personal values in plain; remembered with how many people it told of. */
export function plainExportRoute(definition: Definition): Route {
  return route({
    method: 'put',
    path: `${definition.path}/export-encrypted`,
    summary: `Export ${definition.name}s with personal data in plain`,
    module: definition.code,
    flags: ['exportEncrypted'],
    body: z.strictObject({ filter: filterSchema(definition).default({}), sort: sortOf(definition) }),
    answer: XLSX,
    async run(ctx, { body, res }) {
      const { filter, sort } = body;
      const found = await joinedQuery(definition, filter as Filter, ctx);
      const count = await modelOf(definition).countDocuments(found).maxTimeMS(5000);
      await remember(ctx, definition, 'exportEncrypted', { filter, count });
      await send(ctx, definition, found, sort, res, true);
    },
  });
}

/** That a file was taken, by whom and of what. */
async function remember(ctx: Ctx, { code, name }: Definition, action: string, after: EventRow['after']): Promise<void> {
  const row = {
    ...{ at: ctx.now, projectId: ctx.projectId, module: code, entity: name, entityId: null, action, actor: ctx.actor },
    ...{ before: null, after, version: 0, row: null, quiet: true },
  };
  await transaction(async session => void (await writeEvents([row], session)));
}

async function send(ctx: Ctx, definition: Definition, query: Query, sort: string, res: Response, plain: boolean) {
  res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${definition.name}s.xlsx"` });
  await writeSheet(res, definition.name, batchesOf(ctx, definition, query, sort, plain));
}

async function* batchesOf(
  ctx: Ctx,
  definition: Definition,
  query: Query,
  sort: string,
  plain: boolean,
): AsyncGenerator<Cell[][]> {
  const columns = columnsOf(definition, plain);
  yield [columns.map(([name]) => text(ctx, `${definition.name}.fields.${name}`))];
  const down = sort.startsWith('-') ? -1 : 1;
  const cursor = modelOf(definition)
    .find(query, plain || definition.imports ? {} : rowOnly(definition))
    .sort({ [sort.replace('-', '')]: down, _id: down })
    .batchSize(BATCH)
    .lean<Stored[]>()
    .cursor();
  let batch: Stored[] = [];
  for await (const doc of cursor) {
    if (batch.push(doc) < BATCH) continue;
    yield await cellsOf(ctx, definition, columns, batch, plain);
    batch = [];
  }
  yield await cellsOf(ctx, definition, columns, batch, plain);
}

const STATUS: Field = { kind: 'choice', options: [] };
const WHEN: Field = { kind: 'instant' };

/** The columns of a list, and what else comes in by a spreadsheet, so that a file goes out as it came in; personal values that only a record shows in plain alone. */
function columnsOf(definition: Definition, plain: boolean): [string, Field][] {
  const goesOut = (field: Field) => {
    if (!field.detailOnly || field.kind === 'files') return field.kind !== 'files';
    return field.personal ? plain : definition.imports !== undefined && !field.readOnly;
  };
  const fields = Object.entries(definition.fields).filter(([, field]) => goesOut(field));
  return [...fields, ...(definition.statuses ? [['status', STATUS] as [string, Field]] : []), ['createdAt', WHEN]];
}

async function cellsOf(
  ctx: Ctx,
  definition: Definition,
  columns: [string, Field][],
  docs: Stored[],
  plain: boolean,
): Promise<Cell[][]> {
  if (definition.person) await holdKeys(docs);
  const names = new Map<string, Map<string, Stored>>();
  for (const [name, field] of columns) {
    if (field.kind !== 'ref' && field.kind !== 'refs') continue;
    const ids = docs.flatMap(doc => doc[name] ?? []).filter(id => typeof id === 'string');
    names.set(name, await loadRefs(ctx.projectId, targetOf(field.to), ids));
  }
  return docs.map(doc =>
    columns.map(([name, field]) => cell(ctx, definition, name, field, doc[name], names.get(name), plain)),
  );
}

/** What spreadsheet programs would read as a formula is kept from being one. */
export const neutral = (value: string) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);

/** A stored value as people read it in a sheet; `names` holds the records that a reference may point at. */
export function cell(
  ctx: Ctx,
  definition: Definition,
  name: string,
  field: Field,
  value: unknown,
  names: Map<string, Stored> | undefined,
  plain = false,
): Cell {
  if (value === null || value === undefined) return null;
  const titleOf = (id: unknown) => {
    const target = field.kind === 'ref' || field.kind === 'refs' ? targetOf(field.to) : undefined;
    return target && typeof id === 'string' ? String(names?.get(id)?.[target.title] ?? '') : '';
  };
  if (field.kind === 'ref') return neutral(titleOf(value));
  if (field.kind === 'refs') return neutral(Array.isArray(value) ? value.map(titleOf).join(', ') : '');
  if (field.kind === 'choice')
    return text(ctx, `${definition.name}.${name === 'status' ? 'statuses' : `options.${name}`}.${String(value)}`);
  if (field.kind === 'flag') return text(ctx, value ? 'kit.yes' : 'kit.no');
  if (field.kind === 'instant' && value instanceof Date) return stamp(value, ctx.project.timeZone);
  if (typeof value !== 'string') return typeof value === 'number' ? value : null;
  if (field.personal && !plain) return neutral(maskOf(ctx.projectId, field, value) ?? '');
  const own = (field.personal ? open(ctx.projectId, value) : value) ?? '';
  return neutral(field.kind === 'phone' ? readPhone(own) : own);
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** DD/MM/YYYY HH:mm in the project's time zone, in all languages. */
export function stamp(at: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    formats.set(timeZone, format);
  }
  return format.format(at).replace(',', '');
}
