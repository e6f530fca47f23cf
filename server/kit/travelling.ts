import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { EventRow } from './events.ts';
import type { FeedEvent } from './feed.ts';
import { present, type Reader } from './present.ts';

/** The unit that a record has left by this change: to its residents it is there no more. */
export const leftUnit = ({ before, row }: EventRow): string | null =>
  typeof before?.unitId === 'string' && row && before.unitId !== row.unitId ? before.unitId : null;

/** The event as it travels to the residents of the unit that its record has left. */
export const leaving = ({ cursor, row }: FeedEvent): Record<string, unknown> => ({
  ...{ id: row._id, cursor, at: row.at.toISOString(), projectId: row.projectId, module: row.module },
  ...{
    entity: row.entity,
    entityId: row.entityId,
    action: 'remove',
    version: row.version,
    actor: row.actor,
    data: null,
  },
});

/** The event as it travels to a reader; null when there is nothing in it for them. */
export function travelling(
  definition: Definition | undefined,
  { cursor, row }: FeedEvent,
  reader: Reader,
): Record<string, unknown> | null {
  const extra = row.extra as { message?: { private?: boolean } } | undefined;
  // A private note may ride on an act that concerns the resident (approve, complete): the act is told, the note is not.
  const hidden = reader === 'resident' && extra?.message?.private === true;
  if (reader === 'resident' && !row.units) {
    if (!row.row || (hidden && row.action === 'message')) return null;
    const touched = Object.keys(row.after ?? {});
    const open =
      row.action === 'create' ||
      row.action === 'message' ||
      touched.some(name => name === 'status' || (definition?.fields[name] && !definition.fields[name].staffOnly));
    if (!open) return null;
  }
  return {
    id: row._id,
    cursor,
    at: row.at.toISOString(),
    projectId: row.projectId,
    module: row.module,
    entity: row.entity,
    entityId: row.entityId,
    action: row.action,
    version: row.version,
    actor: row.actor,
    data:
      row.row && definition
        ? present(definition, row.projectId, row.row, reader)
        : reader === 'staff'
          ? (row.extra ?? null)
          : null,
    ...(extra?.message && !hidden && { message: extra.message }),
  };
}
