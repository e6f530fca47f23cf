import type { Definition } from '@lobby/shared/kit/definition.ts';
import { titleIn } from '@lobby/shared/kit/nouns.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { SETTINGS } from '@lobby/shared/modules/setting-history.ts';
import { z } from 'zod';
import { activityOf, activitySchema } from '../../kit/records/activity.ts';
import { present } from '../../kit/records/present.ts';
import type { EventRow } from '../../kit/store/events.ts';
import { loadRefs, targetOf } from '../../kit/store/refs/refs.ts';
import { type Places, placeSchema } from './places.ts';
import { readable } from './settings.ts';

const byName = new Map(MODULES.map(module => [module.name, module]));

/** An activity entry of the project: that of a record, with the record's name and where it is opened. */
export const entrySchema = activitySchema.extend({
  record: z.object({ title: z.string(), code: z.string() }).nullable(),
  opens: placeSchema.nullable(),
});
export type Entry = z.infer<typeof entrySchema>;

/** Definition of the record or setting of an entry; undefined for views. */
export const definitionOf = ({ entity }: Pick<EventRow, 'entity'>): Definition | undefined =>
  byName.get(entity) ?? (Object.hasOwn(SETTINGS, entity) ? SETTINGS[entity] : undefined);

/** Presents an event row to staff: personal values masked, the record named as at that time, otherwise as today. */
export function entryOf(stored: EventRow, names: Names = new Map(), places: Places = new Map()): Entry {
  const row = readable(stored);
  const definition = definitionOf(row);
  const plain = { ...row, before: null, after: null };
  const base = definition ? activityOf(definition, row, 'staff') : activityOf(NOTHING, plain, 'staff');
  const record = byName.get(row.entity);
  const values = row.row ?? names.get(row.entityId ?? '') ?? row.after ?? row.before;
  return {
    ...base,
    record: record && values ? nameOf(record, row.projectId, values, names) : null,
    opens: places.get(row.entityId ?? '') ?? null,
  };
}

const NOTHING = { fields: {} };

type Names = ReadonlyMap<string, Record<string, unknown>>;

/** Loads the records of rows that do not include them. */
export async function loadRecords(projectId: string, rows: readonly EventRow[]): Promise<Names> {
  const wanted = Map.groupBy(
    rows.filter(row => !row.row && row.entityId),
    row => row.entity,
  );
  const names = new Map<string, Record<string, unknown>>();
  for (const [entity, group] of wanted) {
    const definition = byName.get(entity);
    if (!definition) continue;
    const ids = group.flatMap(row => row.entityId ?? []);
    for (const [id, doc] of await loadRefs(projectId, definition, ids)) names.set(id, doc);
  }
  // Records titled by another one, such as the account of a unit.
  for (const definition of MODULES) {
    const target = titleTarget(definition);
    if (!target) continue;
    const ofKind = rows.filter(({ entity }) => entity === definition.name);
    const ids = ofKind.flatMap(row => {
      const values = row.row ?? names.get(row.entityId ?? '') ?? row.after ?? row.before;
      return typeof values?.[definition.title] === 'string' ? values[definition.title] : [];
    });
    for (const [id, doc] of await loadRefs(projectId, target, ids.map(String))) names.set(id, doc);
  }
  return names;
}

/** The module of the record by which a record is titled. */
function titleTarget({ fields, title }: Definition): Definition | undefined {
  const field = fields[title];
  return field?.kind === 'ref' ? targetOf(field.to) : undefined;
}

function nameOf(
  definition: Definition,
  projectId: string,
  stored: Record<string, unknown>,
  names: Names,
): Entry['record'] {
  const shown = present(definition, projectId, stored, 'staff', 'detail');
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const target = titleTarget(definition);
  const title = target ? titleIn(target, names.get(text(shown[definition.title]))) : titleIn(definition, shown);
  const code = text(shown.code);
  return title || code ? { title, code: code === title ? '' : code } : null;
}
