import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { completeItem, type Item, itemsFit, MOST_ITEMS } from '@lobby/shared/modules/checklist-items.ts';
import { checklistKey, maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { newId } from '../../kit/database/database.ts';
import { type Behaviour, type ImportRow, oncePerImport, type Request } from '../../kit/records/behaviour.ts';
import { build } from '../../kit/records/records.ts';
import { records } from '../../kit/store/records.ts';
import { type Change, save } from '../../kit/store/save.ts';
import { assertNameFree } from './rules.ts';

/** A row of the sheet, as its cells say. */
type Row = Record<string, unknown>;
const listKey = ({ name }: Row) => checklistKey(String(name ?? ''));

/** Existing checklists, and the file's rows by checklist. */
const loadOnce = oncePerImport(async (ctx: Ctx, rows) => {
  const taken = await records(maintenanceChecklist).find(ctx, {}, { only: ['nameKey'], patience: 2000 });
  return {
    taken: new Set(taken.map(list => list.nameKey)),
    lists: Map.groupBy(rows, ({ values }) => listKey(values)),
  };
});

const itemOf = ({ name: _list, ...item }: Row): Item => item as unknown as Item;

/** Validates a row as an item of a new checklist, together with the rows above. */
export async function checkRow(ctx: Ctx, request: Request): Promise<Row> {
  const { values } = request;
  if (request.kind !== 'import') return values;
  const { taken, lists } = await loadOnce(ctx, request.rows);
  if (taken.has(listKey(values))) failFields({ name: { code: 'CHECKLIST_EXISTS' } }, 'CHECKLIST_EXISTS');
  const ofList = lists.get(listKey(values)) ?? [];
  const at = ofList.findIndex(row => row.values === values);
  if (at >= MOST_ITEMS) failFields({ name: { code: 'TOO_MANY', params: { max: MOST_ITEMS } } });
  const above = ofList.slice(0, Math.max(0, at)).map(row => itemOf(row.values));
  const errors = itemsFit([...above, itemOf(values)]);
  const mine = Object.entries(errors).flatMap(([path, fault]): [string, FieldErrors[string]][] => {
    const [, n, part = 'label'] = path.split('.');
    return Number(n) === above.length ? [[part, fault]] : [];
  });
  if (mine.length > 0) failFields(Object.fromEntries(mine), 'CHECKLIST_ITEM_INVALID');
  return values;
}

/** Stores the rows of a sheet in one transaction: rows of one name form a draft checklist. */
export async function storeLists(
  ctx: Ctx,
  _definition: Definition,
  _behaviour: Behaviour,
  rows: readonly ImportRow[],
): Promise<{ created: number; updated: number; left: number; run: string }> {
  const lists = [...Map.groupBy(rows, ({ values }) => listKey(values)).values()];
  const changes: Change[] = [];
  for (const list of lists) {
    const items = list.map(({ values }) => completeItem(itemOf(values)));
    const name = String(list[0]?.values.name);
    const insert = await build(ctx, maintenanceChecklist, {
      name,
      nameKey: checklistKey(name),
      kind: 'MAINTENANCE',
      items,
      itemCount: items.length,
    });
    insert.listId = insert._id;
    const done = { kind: 'create', doc: insert, before: null } as const;
    const also: Change['also'] = session => assertNameFree(ctx, session, done);
    changes.push({ definition: maintenanceChecklist, action: 'create', insert, also });
  }
  const answer = { created: changes.length, updated: 0, left: 0, run: newId() };
  if (changes.length > 0) await save(ctx, changes, answer);
  return answer;
}
