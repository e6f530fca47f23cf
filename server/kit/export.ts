import { readPhone } from '@lobby/shared/kit/contact.ts';
import { type Definition, type Filter, rowFields } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import { z } from 'zod';
import type { Ctx } from './context.ts';
import { transaction } from './database.ts';
import { writeEvents } from './events.ts';
import { filterSchema, joinedQuery, rowOnly } from './list.ts';
import { text } from './messages.ts';
import { modelOf, type Stored } from './model.ts';
import { mask, open } from './personal.ts';
import { loadRefs, targetOf } from './refs.ts';
import { type Route, route } from './route.ts';
import { type Cell, writeSheet } from './sheet.ts';
import type { Query } from './totals.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Rows between two looks at the reader and at other requests. */
const BATCH = 200;

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
      sort: z.enum(definition.list.sorts.flatMap(sort => [sort, `-${sort}`])).default(definition.list.defaultSort),
    }),
    answer: XLSX,
    async run(ctx, { query, res }) {
      const found = await joinedQuery(definition, query.filter as Filter, ctx);
      await transaction(async session => {
        const row = {
          at: ctx.now,
          projectId: ctx.projectId,
          module: definition.code,
          entity: definition.name,
          entityId: null,
          action: 'export',
          actor: ctx.actor,
          before: null,
          after: { filter: query.filter },
          version: 0,
          row: null,
          quiet: true,
        };
        await writeEvents([row], session);
      });
      res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${definition.name}s.xlsx"` });
      await writeSheet(res, definition.name, batchesOf(ctx, definition, found, query.sort));
    },
  });
}

async function* batchesOf(ctx: Ctx, definition: Definition, query: Query, sort: string): AsyncGenerator<Cell[][]> {
  const columns = columnsOf(definition);
  yield [columns.map(([name]) => text(ctx, `${definition.name}.fields.${name}`))];
  const down = sort.startsWith('-') ? -1 : 1;
  const cursor = modelOf(definition)
    .find(query, rowOnly(definition))
    .sort({ [sort.replace('-', '')]: down, _id: down })
    .batchSize(BATCH)
    .lean<Stored[]>()
    .cursor();
  let batch: Stored[] = [];
  for await (const doc of cursor) {
    if (batch.push(doc) < BATCH) continue;
    yield await cellsOf(ctx, definition, columns, batch);
    batch = [];
  }
  yield await cellsOf(ctx, definition, columns, batch);
}

const STATUS: Field = { kind: 'choice', options: [] };
const WHEN: Field = { kind: 'instant' };

function columnsOf(definition: Definition): [string, Field][] {
  const fields = rowFields(definition).filter(([, field]) => field.kind !== 'files');
  return [...fields, ...(definition.statuses ? [['status', STATUS] as [string, Field]] : []), ['createdAt', WHEN]];
}

async function cellsOf(
  ctx: Ctx,
  definition: Definition,
  columns: [string, Field][],
  docs: Stored[],
): Promise<Cell[][]> {
  const names = new Map<string, Map<string, Stored>>();
  for (const [name, field] of columns) {
    if (field.kind !== 'ref' && field.kind !== 'refs') continue;
    const ids = docs.flatMap(doc => doc[name] ?? []).filter(id => typeof id === 'string');
    names.set(name, await loadRefs(ctx.projectId, targetOf(field.to), ids));
  }
  return docs.map(doc =>
    columns.map(([name, field]) => cell(ctx, definition, name, field, doc[name], names.get(name))),
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
  if (field.personal) return neutral(mask(field, open(ctx.projectId, value)));
  return neutral(field.kind === 'phone' ? readPhone(value) : value);
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
