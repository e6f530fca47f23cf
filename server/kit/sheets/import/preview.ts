import type { Definition } from '@lobby/shared/kit/definition.ts';
import { z } from 'zod';
import type { Ctx } from '../../base/context.ts';
import { fieldWords, text } from '../../base/messages.ts';
import type { ImportRow } from '../../records/behaviour.ts';
import { loadRefs, targetOf } from '../../store/refs/refs.ts';
import { cell } from '../cell.ts';
import { isNothing, placeOf, type SheetRow, shown } from './cells.ts';
import { isChanged, isGood, isNew } from './check-rows.ts';
import { fillable, type Head, labelOf } from './columns.ts';
import { placesOf } from './further-homes.ts';

const fault = z.object({
  row: z.int(),
  column: z.string().nullable(),
  field: z.string(),
  value: z.string(),
  code: z.string(),
  message: z.string(),
});

export const previewSchema = z.object({
  /** Number of rows below the header, and of those without errors. */
  rows: z.int(),
  good: z.int(),
  /** Whether the good rows may be imported without the others. */
  splits: z.boolean(),
  headerRow: z.int(),
  columns: z.array(
    z.object({
      column: z.string(),
      header: z.string(),
      field: z.string().nullable(),
      /** The field was chosen by hand for an earlier file with this header. */
      kept: z.boolean(),
    }),
  ),
  fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
  faults: z.array(fault),
  faultCount: z.int(),
  /** Ignored parts of the file: other sheets, repeated columns, total lines. */
  notices: z.array(z.object({ code: z.string(), message: z.string() })),
  sample: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
  /** Good rows that create a record, that change one, and that change nothing. */
  created: z.int(),
  updated: z.int(),
  same: z.int(),
  /** The first changes, cell by cell. */
  changes: z.array(
    z.object({ row: z.int(), record: z.string(), field: z.string(), before: z.string(), after: z.string() }),
  ),
});
export type Fault = z.infer<typeof fault>;

const SAMPLE = 20;
const SHOWN_FAULTS = 500;
const SHOWN_CHANGES = 100;

/** Errors of the rows in words, by row and cell. Of hidden fields only the number of rows whose value another record has. */
export function faultsOf(
  ctx: Ctx,
  { fields }: Definition,
  head: Head,
  rows: readonly ImportRow[],
  sheet: readonly SheetRow[],
  hidden: ReadonlySet<string>,
): Fault[] {
  const cells = new Map(sheet.map(row => [row.row, row.cells]));
  const columns = new Map(head.columns.map(({ field, state, column }) => [field ?? state, column]));
  const taken = new Map<string, number>();
  const faults = rows.flatMap(({ row, errors }) =>
    Object.entries(errors).flatMap(([path, { code, params }]) => {
      const field = path.split('.')[0] ?? path;
      if (hidden.has(field) && code === (fields[field]?.taken ?? 'ALREADY_EXISTS')) {
        taken.set(field, (taken.get(field) ?? 0) + 1);
        return [];
      }
      const column = columns.get(field) ?? null;
      const value = column ? shown(cells.get(row)?.[placeOf(column)]) : '';
      return [{ row, field, code, column, value, message: fieldWords(ctx, code, params) }];
    }),
  );
  const code = 'IMPORT_PERSONAL_TAKEN';
  const inSum = [...taken].map(([field, count]) => ({
    row: head.row,
    field,
    code,
    column: columns.get(field) ?? null,
    value: '',
    message: text(ctx.language, `errors.${code}`, { count }),
  }));
  return [...inSum, ...faults];
}

/** Describes what an import would do: the column mapping, sample rows and all errors. */
export async function buildPreview(
  ctx: Ctx,
  definition: Definition,
  head: Head,
  rows: readonly ImportRow[],
  sheet: readonly SheetRow[],
  hidden: ReadonlySet<string>,
): Promise<Omit<z.infer<typeof previewSchema>, 'splits'>> {
  const good = rows.filter(isGood);
  const existing = good.filter(row => !isNew(row));
  const changed = good.filter(isChanged);
  const faults = faultsOf(ctx, definition, head, rows, sheet, hidden);
  const mapped = new Set(head.columns.map(({ field }) => field));
  return {
    rows: rows.length,
    good: good.length,
    created: good.length - existing.length,
    updated: changed.length,
    same: existing.length - changed.length,
    changes: await loadChanges(ctx, definition, head, changed.slice(0, SHOWN_CHANGES), sheet),
    headerRow: head.row,
    columns: head.columns.map(({ state: _, ...column }) => column),
    fields: fillable(definition).map(([name, { required }]) => ({
      name,
      label: labelOf(ctx, definition, name),
      required: (required ?? false) && !mapped.has(name),
    })),
    faults: faults.slice(0, SHOWN_FAULTS),
    faultCount: faults.length,
    notices: head.notices.map(({ code, params }) => ({ code, message: fieldWords(ctx, code, params) })),
    sample: sheet
      .filter(({ row }) => row > head.row)
      .slice(0, SAMPLE)
      .map(({ row, cells }) => ({ row, cells: head.columns.map(({ column }) => shown(cells[placeOf(column)])) })),
  };
}

const readable = (ctx: Ctx, value: unknown) =>
  typeof value === 'number'
    ? value.toLocaleString(ctx.language)
    : String(value ?? '').replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1');

/** Changed cells, before and after, as people read them. */
async function loadChanges(
  ctx: Ctx,
  definition: Definition,
  head: Head,
  rows: readonly ImportRow[],
  sheet: readonly SheetRow[],
): Promise<z.infer<typeof previewSchema>['changes']> {
  const cells = new Map(sheet.map(row => [row.row, row.cells]));
  const changes = [];
  for (const { row, doc, values: edits, home, years } of rows)
    for (const { column, field: filled } of head.columns) {
      const of = definition.fields[filled ?? ''];
      const name = of?.kind === 'date' && of.year && filled && years?.[filled] ? of.year : filled;
      const field = definition.fields[name ?? ''];
      const values = { ...edits, ...home };
      if (!doc || !name || !field || !(name in values)) continue;
      const isRef = field.kind === 'ref' || field.kind === 'refs';
      const isHome = home !== undefined && name in home;
      const ids = isHome ? placesOf(definition, name, doc) : [doc[name]].flat().filter(id => typeof id === 'string');
      const names = isRef ? await loadRefs(ctx.projectId, targetOf(field.to), ids) : undefined;
      const before = isHome
        ? isRef && ids.map(id => cell(ctx, definition, name, field, id, names)).join(', ')
        : cell(ctx, definition, name, field, doc[name], names);
      const written = cells.get(row)?.[placeOf(column)];
      changes.push({
        row,
        record: String(doc[definition.title] ?? ''),
        field: labelOf(ctx, definition, name),
        // A year is not formatted as an amount.
        before: name === filled ? readable(ctx, before || '') : String(doc[name] ?? ''),
        after: isNothing(written) ? '' : shown(written),
      });
    }
  return changes;
}
