import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { Parts } from '@lobby/shared/kit/definition.ts';
import { definitionOf } from '@lobby/shared/modules/index.ts';
import { DERIVED, fieldBehind } from '@lobby/shared/modules/statistics.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { text } from '../../kit/base/messages.ts';
import { loadScope } from '../../kit/records/acts/act.ts';
import { joinedQuery } from '../../kit/records/lists/list.ts';
import type { AnyDoc } from '../../kit/store/records.ts';
import { records } from '../../kit/store/records.ts';
import { optionWords, type Safe } from './fields.ts';
import { partOf } from './periods.ts';
import type { Column, Plan } from './plan.ts';

/** Maximum number of rows that a report reads. */
export const MOST_ROWS = 100_000;
const SLOW_MS = 10_000;
const CHUNK = 5000;

/** A value in a report, as displayed and sorted. */
export type Value = string | number | null;
export interface ReadRow {
  id: string;
  doc: AnyDoc;
  /** By column path. */
  values: ReadonlyMap<string, Value>;
  /** The record split by the parts of its amount, if the groups distinguish these. */
  parts?: readonly ReadRow[];
}

/** All columns that a plan needs, without duplicates. */
function neededBy({ columns, groups, totals, sorts }: Plan): Safe[] {
  const all = [...columns, ...groups, ...totals.map(({ column }) => column), ...sorts.map(({ column }) => column)];
  return [...new Map(all.flatMap(column => (column ? [[column.safe.path, column.safe] as const] : []))).values()];
}

/** Number of rows of a plan; refused above the maximum, before they are read. */
export async function countRows(ctx: Ctx, plan: Plan, most = MOST_ROWS): Promise<number> {
  const query = await joinedQuery(plan.source, plan.filter, ctx, await loadScope(ctx, plan.source));
  const rows = await records(plan.source).count(ctx, query);
  if (rows > most) fail('REPORT_TOO_LARGE', { rows, most });
  return rows;
}

/** Referenced records by id; with fields beyond the title only those in the caller's scope. */
async function behind(ctx: Ctx, to: string, ids: readonly string[], names: readonly string[]) {
  const target = definitionOf(to);
  const seen = names.length > 0 ? await loadScope(ctx, target) : {};
  const only = [target.title, ...names];
  const found = new Map<string, AnyDoc>();
  for (let at = 0; at < ids.length; at += CHUNK) {
    const query = { _id: { $in: ids.slice(at, at + CHUNK) }, ...seen };
    for (const doc of await records(target).withRemoved().find(ctx, query, { only, patience: SLOW_MS }))
      found.set(doc._id, doc);
  }
  return found;
}

/** Splits records into the parts that the groups distinguish; null if they distinguish none. */
function dividerOf({ source, groups }: Plan): { lines: string[]; divide: (doc: AnyDoc) => AnyDoc[] } | null {
  const parts = source.parts ?? [];
  const dividedPaths = new Set(parts.flatMap(({ by, as }) => Object.keys({ ...by, ...as })));
  if (!groups.some(({ safe }) => dividedPaths.has(safe.path))) return null;
  const ofLine = (doc: AnyDoc, line: Record<string, unknown>, { by = {}, as }: Parts): AnyDoc => ({
    ...doc,
    ...Object.fromEntries(Object.entries(by).map(([name, lineKey]) => [name, line[lineKey] ?? null])),
    ...as,
    amount: line.amount,
  });
  const linesOf = (doc: AnyDoc, name: string) => (doc[name] ?? []) as readonly Record<string, unknown>[];
  return {
    lines: parts.map(part => part.in),
    divide: doc => parts.flatMap(part => linesOf(doc, part.in).map(line => ofLine(doc, line, part))),
  };
}

const idsIn = (docs: readonly AnyDoc[], name: string) => [
  ...new Set(docs.flatMap(doc => doc[name] ?? []).filter((id): id is string => typeof id === 'string')),
];

/** Reads the rows of a plan within the caller's scope. */
export async function readRows(ctx: Ctx, plan: Plan): Promise<ReadRow[]> {
  const needed = neededBy(plan);
  const query = await joinedQuery(plan.source, plan.filter, ctx, await loadScope(ctx, plan.source));
  const divider = dividerOf(plan);
  const names = [
    ...new Set([...needed.map(({ through, name }) => through ?? fieldBehind(name)), ...(divider?.lines ?? [])]),
  ];
  const docs = await records(plan.source).find(ctx, query, {
    only: [...names, plan.source.title, 'blockId'],
    sort: { _id: 1 },
    limit: MOST_ROWS,
    patience: SLOW_MS,
  });
  const divided = new Map(divider && docs.map(doc => [doc._id, divider.divide(doc)]));
  const all = [...docs, ...[...divided.values()].flat()];
  const readers = await Promise.all(
    needed.map(async column => [column.path, await loadReader(ctx, plan, column, all)] as const),
  );
  const rowOf = (doc: AnyDoc) => ({
    id: doc._id,
    doc,
    values: new Map(readers.map(([path, read]) => [path, read(doc)])),
  });
  const rows = docs.map((doc): ReadRow => {
    const parts = divided.get(doc._id);
    return { ...rowOf(doc), ...(parts && { parts: parts.map(rowOf) }) };
  });
  const sorted = rows.toSorted((a, b) => {
    for (const { column, descending } of plan.sorts) {
      const order = compare(a.values.get(column.safe.path) ?? null, b.values.get(column.safe.path) ?? null);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
  return plan.limit === null ? sorted : sorted.slice(0, plan.limit);
}

/** Sorts null last, numbers by value, texts alphabetically. */
export function compare(a: Value, b: Value): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : String(a).localeCompare(String(b), 'vi', { numeric: true });
}

/** Reader for the values of a column. */
async function loadReader(
  ctx: Ctx,
  { source }: Plan,
  safe: Safe,
  docs: readonly AnyDoc[],
): Promise<(doc: AnyDoc) => Value> {
  const { field, name, through } = safe;
  if (!through) return await valueReader(ctx, safe, docs);
  const ref = source.fields[through];
  if (ref?.kind !== 'ref') return () => null;
  const found = await behind(ctx, ref.to, idsIn(docs, through), [fieldBehind(name)]);
  const read = await valueReader(ctx, { ...safe, field, through: null }, [...found.values()]);
  return doc => {
    const other = found.get(String(doc[through]));
    return other ? read(other) : null;
  };
}

async function valueReader(
  ctx: Ctx,
  { of, name, field }: Safe,
  docs: readonly AnyDoc[],
): Promise<(doc: AnyDoc) => Value> {
  if (field.kind === 'ref' || field.kind === 'refs') {
    const { title } = definitionOf(field.to);
    const found = await behind(ctx, field.to, idsIn(docs, name), []);
    const titleOf = (id: unknown) => String(found.get(String(id))?.[title] ?? '');
    return doc => [doc[name] ?? []].flat().map(titleOf).filter(Boolean).join(', ') || null;
  }
  const derived = DERIVED[name];
  const year = Number(todayOf(ctx).slice(0, 4));
  const words = optionWords({ of, name });
  return doc => {
    const value = (derived ? derived.of(doc[derived.field], year) : doc[name]) ?? null;
    if (value === null) return null;
    if (field.kind === 'choice') return text(ctx, `${words}.${String(value)}`);
    if (field.kind === 'flag') return text(ctx, value ? 'kit.yes' : 'kit.no');
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'number' ? value : String(value);
  };
}

/** Key of the group that a row belongs to. */
export function groupOf(
  ctx: Ctx,
  { safe, step }: Column & { step: Plan['groups'][number]['step'] },
  row: ReadRow,
): Value {
  const value = row.values.get(safe.path) ?? null;
  if (value === null || !step || typeof value !== 'string') return value;
  return partOf(safe.field.kind === 'instant' ? dayOf(new Date(value), ctx.project.timeZone) : value, step);
}
