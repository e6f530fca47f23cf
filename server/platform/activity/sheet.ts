import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { Field } from '@lobby/shared/kit/fields.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { valuesIn } from '../../kit/records/activity.ts';
import { cell, neutral, stamp } from '../../kit/sheets/cell.ts';
import type { Cell } from '../../kit/sheets/sheet.ts';
import type { EventRow } from '../../kit/store/events.ts';
import type { AnyDoc } from '../../kit/store/records.ts';
import { loadRefs, mayName, targetOf } from '../../kit/store/refs/refs.ts';
import { changesOf } from './changes.ts';
import { definitionOf, entryOf, loadRecords } from './entry.ts';
import type { ActivityQuery } from './filter.ts';
import { entries } from './read.ts';
import { readable } from './settings.ts';

const BATCH = 200;
const COLUMNS = ['at', 'person', 'module', 'record', 'action', 'field', 'before', 'after'] as const;

/** Activity as rows of a spreadsheet in the reader's language, one row per changed field. */
export async function* sheetOf(ctx: Ctx, activity: ActivityQuery): AsyncGenerator<Cell[][]> {
  yield [COLUMNS.map(name => text(ctx, `activity.columns.${name}`))];
  let batch: EventRow[] = [];
  for await (const row of entries(activity).batchSize(BATCH)) {
    if (batch.push(row) < BATCH) continue;
    yield await loadCells(ctx, batch);
    batch = [];
  }
  yield await loadCells(ctx, batch);
}

type Names = Map<string, AnyDoc>;

async function loadCells(ctx: Ctx, rows: readonly EventRow[]): Promise<Cell[][]> {
  const names = await loadNames(ctx, rows);
  const records = await loadRecords(ctx.projectId, rows);
  await holdKeys(valuesIn(rows));
  return rows.flatMap(row => rowsOf(ctx, row, names, records));
}

/** Records that changed values refer to, by definition. */
async function loadNames(ctx: Ctx, rows: readonly EventRow[]): Promise<Map<string, Names>> {
  const wanted = new Map<string, Set<string>>();
  for (const row of rows)
    for (const [name, field] of changesOf(definitionOf(row), row)) {
      if (field.kind !== 'ref' && field.kind !== 'refs') continue;
      const ids = [row.before?.[name], row.after?.[name]].flat().filter(id => typeof id === 'string');
      const ofKind = wanted.get(field.to) ?? new Set();
      for (const id of ids) ofKind.add(id);
      wanted.set(field.to, ofKind);
    }
  const names = new Map<string, Names>();
  for (const [to, ids] of wanted) names.set(to, await loadRefs(ctx.projectId, targetOf(to), [...ids]));
  return names;
}

function rowsOf(
  ctx: Ctx,
  stored: EventRow,
  names: ReadonlyMap<string, Names>,
  records: Awaited<ReturnType<typeof loadRecords>>,
): Cell[][] {
  const row = readable(stored);
  const definition = definitionOf(row);
  const { record } = entryOf(stored, records);
  const head = [
    stamp(row.at, ctx.project.timeZone),
    neutral(row.actor.name || firstText(ctx, 'activity.system')),
    firstText(ctx, `modules.${row.module}`),
    neutral([record?.code, record?.title].filter(Boolean).join(' ')),
    firstText(ctx, `${row.entity}.actions.${row.action}`, `kit.activity.actions.${row.action}`),
  ];
  const changes = changesOf(definition, row).filter(([, field]) => mayName(ctx, field));
  if (!definition || changes.length === 0) return [head];
  return changes.map(([name, field]) => {
    const shown = (values: Record<string, unknown> | null) =>
      cell(ctx, definition, name, field, values?.[name], namesIn(field, names));
    return [...head, labelOf(ctx, definition, name, field), shown(row.before), shown(row.after)];
  });
}

const namesIn = (field: Field, names: ReadonlyMap<string, Names>) =>
  field.kind === 'ref' || field.kind === 'refs' ? names.get(field.to) : undefined;

const labelOf = (ctx: Ctx, { name }: Definition, field: string, { label = field }: Field) =>
  firstText(ctx, `${name}.fields.${label}`, `${name}.${label}`);

/** The first existing text among the keys; otherwise the last part of the last key. */
function firstText(ctx: Ctx, ...keys: readonly string[]): string {
  const existing = keys.find(key => text(ctx, key) !== key);
  return existing ? text(ctx, existing) : (keys.at(-1)?.split('.').at(-1) ?? '');
}
