import type { Definition, Sight } from '@lobby/shared/kit/definition.ts';
import { holds, type Permissions } from '@lobby/shared/kit/permissions.ts';
import type { EventRow } from './events.ts';
import { modelOf, type Stored } from './schema.ts';

/** Whose row access is checked: an employee in a project. */
export interface Viewer {
  employeeId: string | null;
  departmentIds: readonly string[];
  permissions: Permissions;
}

/** The row access rule that limits a viewer; null if none does. */
const narrowing = ({ visible, code }: Definition, { permissions }: Viewer): Sight | null =>
  visible && !holds(permissions, code, 'aggregate') ? visible : null;

/** Query for the records a viewer sees: the same rule as `sees` (house.md 5). */
export function sightQuery(definition: Definition, viewer: Viewer): Record<string, unknown> {
  const sight = narrowing(definition, viewer);
  if (!sight) return {};
  const { employeeId, departmentIds } = viewer;
  const { department, unless, others, open } = sight;
  return {
    $or: [
      // Matches a reference or a list of them; none means visible to all.
      ...(department ? [{ [department]: { $in: [...(unless ? [] : [null, []]), ...departmentIds] } }] : []),
      ...(department && unless ? [{ [department]: { $in: [null, []] }, [unless]: null }] : []),
      ...(employeeId ? sight.people.map(name => ({ [name]: employeeId })) : []),
      ...(others && departmentIds.length > 0 ? [{ [others]: { $in: [...departmentIds] } }] : []),
      ...(open ? [{ [open]: true }] : []),
    ],
  };
}

/** Whether a viewer sees a record: the same rule as `sightQuery`. */
export function sees(definition: Definition, viewer: Viewer, record: Readonly<Record<string, unknown>>): boolean {
  const sight = narrowing(definition, viewer);
  if (!sight) return true;
  const { department, others, open } = sight;
  const departments = department ? [record[department] ?? []].flat() : [];
  const further = others ? [record[others] ?? []].flat() : [];
  const { employeeId, departmentIds } = viewer;
  const isNamed = (value: unknown) => (Array.isArray(value) ? value.includes(employeeId) : value === employeeId);
  const isOpen = department !== undefined && (!sight.unless || (record[sight.unless] ?? null) === null);
  return (
    (departments.length === 0 && isOpen) ||
    (open !== undefined && record[open] === true) ||
    departmentIds.some(id => departments.includes(id) || further.includes(id)) ||
    (employeeId !== null && sight.people.some(name => isNamed(record[name])))
  );
}

/** Whether a viewer saw the record of an event before and after its change. */
export function sightAround(
  definition: Definition,
  { action, before, row }: Pick<EventRow, 'action' | 'before' | 'row'>,
  viewer: Viewer,
): { before: boolean; after: boolean } {
  const now = sees(definition, viewer, row ?? {});
  if (action === 'remove') return { before: now, after: false };
  if (action === 'create' || action === 'restore') return { before: false, after: now };
  return { before: sees(definition, viewer, { ...row, ...before }), after: now };
}

/** The part of a record with limited visibility that decides who sees it. */
export interface Guarded {
  entity: string;
  fields: Record<string, unknown>;
}

/** Loads what decides who sees a record; null if all readers of the module do. */
export async function guardedRecord(
  definitions: Iterable<Definition>,
  projectId: string,
  module: string,
  id: string,
): Promise<Guarded | null> {
  for (const definition of definitions) {
    const { visible, code, name } = definition;
    if (!visible || code !== module) continue;
    const doc = await modelOf(definition)
      .findOne(
        { _id: id, projectId },
        Object.fromEntries(
          [visible.department, visible.unless, visible.others, visible.open, ...visible.people].flatMap(field =>
            field ? [[field, 1]] : [],
          ),
        ),
      )
      .lean<Stored>();
    if (doc) return { entity: name, fields: { ...doc } };
  }
  return null;
}

/** Query for the history a viewer sees: of each record as it was visible at that time. */
export function historyQuery(definitions: readonly Definition[], viewer: Viewer): Record<string, unknown> {
  const narrowed = definitions.filter(definition => narrowing(definition, viewer));
  if (narrowed.length === 0) return {};
  const within = (query: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(query).map(([name, value]) => [`row.${name}`, value]));
  const conditions = narrowed.flatMap(definition =>
    [sightQuery(definition, viewer).$or ?? []].flat().map(query => ({
      entity: definition.name,
      row: { $ne: null },
      ...within(query as Record<string, unknown>),
    })),
  );
  return { $or: [{ entity: { $nin: narrowed.map(definition => definition.name) } }, ...conditions] };
}
