import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Household, sightOf } from './audience.ts';
import type { EventRow } from './events.ts';
import type { FeedEvent } from './feed.ts';
import { unitsOf } from './live-messages.ts';
import { present, type Reader } from './present.ts';

/** The unit that a record has left by this change: to its residents it is there no more. */
export const leftUnit = ({ before, row }: EventRow): string | null =>
  typeof before?.unitId === 'string' && row && before.unitId !== row.unitId ? before.unitId : null;

/** What every event says, whoever reads it. */
const envelope = ({ cursor, row }: FeedEvent) => ({
  ...{ id: row._id, cursor, at: row.at.toISOString(), projectId: row.projectId, module: row.module },
  ...{ entity: row.entity, entityId: row.entityId, action: row.action, version: row.version, actor: row.actor },
});

/** The event as it travels to residents who see its record no more. */
export const leaving = (event: FeedEvent): Record<string, unknown> => ({
  ...envelope(event),
  action: 'remove',
  data: null,
});

/** Whether there is something in an event for the residents of its record. */
function concernsResidents(definition: Definition | undefined, { action, after }: EventRow): boolean {
  const touched = Object.keys(after ?? {});
  return (
    ['create', 'message', 'remove', 'restore'].includes(action) ||
    touched.some(name => name === 'status' || (definition?.fields[name] && !definition.fields[name].staffOnly))
  );
}

/** The event as it travels to a reader; null when there is nothing in it for them. */
export function travelling(
  definition: Definition | undefined,
  event: FeedEvent,
  reader: Reader,
): Record<string, unknown> | null {
  const { row } = event;
  const extra = row.extra as { message?: { private?: boolean } } | undefined;
  // A private note may ride on an act that concerns the resident (approve, complete): the act is told, the note is not.
  const hidden = reader === 'resident' && extra?.message?.private === true;
  if (reader === 'resident' && !row.units) {
    if (!row.row || (hidden && row.action === 'message') || !concernsResidents(definition, row)) return null;
  }
  return {
    ...envelope(event),
    data:
      row.row && definition
        ? present(definition, row.projectId, row.row, reader)
        : reader === 'staff'
          ? (row.extra ?? null)
          : null,
    ...(extra?.message && !hidden && { message: extra.message }),
  };
}

/** What residents see at all: records of their unit, or what is shared with it. */
export const isForResidents = ({ resident, fields }: Definition): boolean =>
  resident !== undefined && (resident.shared === true || 'unitId' in fields);

/** What records that are shared with residents are found under: the folders of documents. */
export function holdersOf(definitions: readonly Definition[]): ReadonlySet<string> {
  return new Set(
    definitions
      .filter(({ resident }) => resident?.shared)
      .flatMap(({ fields }) =>
        Object.values(fields).flatMap(field => (field.kind === 'ref' && !field.staffOnly ? field.to : [])),
      ),
  );
}

/** Says that something has changed, and not what: its reader reads again what they may see. */
const hint = (event: FeedEvent) => ({ ...envelope(event), entityId: null, version: 0, data: null });

/** The event as it travels to the residents of a household; null when it is not for them. */
export function travellingHome(
  definition: Definition | undefined,
  event: FeedEvent,
  home: Household,
  holders: ReadonlySet<string>,
): Record<string, unknown> | null {
  const { row } = event;
  if (definition && holders.has(definition.name)) return row.action === 'create' ? null : hint(event);
  if (!definition?.resident) return null;
  if (!definition.resident.shared) {
    if (leftUnit(row) === home.unitId) return leaving(event);
    return unitsOf(row).includes(home.unitId) ? travelling(definition, event, 'resident') : null;
  }
  if (!row.row) return row.run ? hint(event) : null;
  const { before, after } = sightOf(row, home);
  if (before && !after) return leaving(event);
  if (!after) return null;
  return before
    ? travelling(definition, event, 'resident')
    : { ...envelope(event), data: present(definition, row.projectId, row.row, 'resident') };
}
