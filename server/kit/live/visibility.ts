import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Household, sightOf } from '../records/audience.ts';
import { authorFor } from '../records/author-masking.ts';
import { renames } from '../records/lists/options.ts';
import { present, type Reader } from '../records/present.ts';
import type { EventRow } from '../store/events.ts';
import { sightAround, type Viewer } from '../store/row-access.ts';
import type { FeedEvent } from './feed/feed.ts';
import { unitsOf } from './sockets/live-messages.ts';

/** The unit that a record left by this change: its residents get a removal. */
export const leftUnit = ({ before, row }: EventRow): string | null =>
  typeof before?.unitId === 'string' && row && before.unitId !== row.unitId ? before.unitId : null;

/** Common part of every event. */
const envelope = ({ cursor, row }: FeedEvent) => ({
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
});

/** The event for residents who no longer see the record. */
export const leavingEvent = (event: FeedEvent): Record<string, unknown> => ({
  ...envelope(event),
  action: 'remove',
  data: null,
});

/** Whether an event changes anything that residents of its record see. */
function concernsResidents(definition: Definition | undefined, { action, after }: EventRow): boolean {
  const touched = Object.keys(after ?? {});
  return (
    ['create', 'message', 'remove', 'restore'].includes(action) ||
    touched.some(name => name === 'status' || (definition?.fields[name] && !definition.fields[name].staffOnly))
  );
}

/** A message with its author as the reader may see it. */
const voiced = <M extends { author: Parameters<typeof authorFor>[1] }>(
  definition: Definition,
  message: M,
  reader: Reader,
): M => ({
  ...message,
  author: authorFor(definition, message.author, reader),
});

/** The event as a reader gets it; null if it holds nothing for them. */
export function visibleEvent(
  definition: Definition | undefined,
  event: FeedEvent,
  reader: Reader,
): Record<string, unknown> | null {
  const { row } = event;
  const extra = row.extra as { message?: { private?: boolean; author: Parameters<typeof authorFor>[1] } } | undefined;
  // A private note may accompany an act that concerns the resident (approve, complete): they get the act without the note.
  const hidden = reader === 'resident' && extra?.message?.private === true;
  if (reader === 'resident' && !row.units) {
    if (!row.row || (hidden && row.action === 'message') || !concernsResidents(definition, row)) return null;
  }
  const message = extra?.message && !hidden && definition ? voiced(definition, extra.message, reader) : null;
  const veiled = reader === 'resident' && definition?.resident?.oneVoice && message?.author.kind !== 'resident';
  return {
    ...envelope(event),
    ...(veiled && { actor: { id: 'staff', name: message?.author.name ?? '' } }),
    data:
      row.row && definition
        ? present(definition, row.projectId, row.row, reader)
        : reader === 'staff'
          ? (row.extra ?? null)
          : null,
    ...(message && { message }),
  };
}

/** Whether residents see records of a definition at all: those of their unit, or shared ones. */
export const isForResidents = ({ resident, fields }: Definition): boolean =>
  resident !== undefined && (resident.shared === true || 'unitId' in fields);

/** Definitions that group records shared with residents, such as the folders of documents. */
export function holdersOf(definitions: readonly Definition[]): ReadonlySet<string> {
  return new Set(
    definitions
      .filter(({ resident }) => resident?.shared)
      .flatMap(({ fields }) =>
        Object.values(fields).flatMap(field => (field.kind === 'ref' && !field.staffOnly ? field.to : [])),
      ),
  );
}

/** An event without content: the reader reads again what they may see. */
export const hint = (event: FeedEvent) => ({ ...envelope(event), entityId: null, version: 0, data: null });

/** The event for readers who see only a record's name, when that may have changed; otherwise null. */
export const renameHint = (definition: Definition | undefined, event: FeedEvent): Record<string, unknown> | null =>
  definition && renames(definition, event.row)
    ? {
        ...hint(event),
        // Readers who may not see the record do not learn its id: they read all names of its kind again.
        entityId: definition.visible ? null : event.row.entityId,
        action: 'rename',
        actor: { id: 'system', name: '' },
      }
    : null;

/** The event for all residents of a project, without an actor: what they may see of the record, or its removal. */
export function everyoneEvent(definition: Definition | undefined, event: FeedEvent): Record<string, unknown> | null {
  const flags = definition?.resident?.everyone;
  if (!definition || !flags) return null;
  const { row, before, action } = event.row;
  const actor = { id: 'system', name: '' };
  if (!row) return { ...hint(event), actor };
  const seen = (of: Record<string, unknown>) => flags.every(name => of[name] === true);
  const shown = seen(row) && action !== 'remove';
  // The record was and is invisible to residents.
  if (!shown && !seen({ ...row, ...before })) return null;
  const leaving = { ...leavingEvent(event), actor };
  return shown
    ? { ...envelope(event), actor, data: present(definition, event.row.projectId, row, 'resident') }
    : leaving;
}

/** The event as an employee gets it; null if they may not see it. */
export function visibleToViewer(
  definition: Definition | undefined,
  event: FeedEvent,
  viewer: Viewer,
): Record<string, unknown> | null {
  const { row } = event;
  if (!definition?.visible) return visibleEvent(definition, event, 'staff');
  if (!row.row) return hint(event);
  const { before, after } = sightAround(definition, row, viewer);
  if (after || (before && row.action === 'remove')) return visibleEvent(definition, event, 'staff');
  return before ? leavingEvent(event) : null;
}

/** Whether residents see records in this state. Unknown for bulk changes, where they read again. */
const isOpen = ({ resident }: Definition, row: Record<string, unknown> | null): boolean =>
  Object.entries({ ...resident?.only, ...(resident?.statuses && { status: resident.statuses }) }).every(
    ([name, values]) => row?.[name] === undefined || values.includes(String(row[name])),
  );

/** Whether a record visible to residents changed to a state in which it is not. */
const isClosed = (definition: Definition, { before, row }: FeedEvent['row']): boolean =>
  before !== null && isOpen(definition, { ...row, ...before }) && !isOpen(definition, row);

/** The event as the residents of a household get it; null if they may not see it. */
export function visibleToHousehold(
  definition: Definition | undefined,
  event: FeedEvent,
  home: Household,
  holders: ReadonlySet<string>,
): Record<string, unknown> | null {
  const { row } = event;
  if (definition && holders.has(definition.name)) return row.action === 'create' ? null : hint(event);
  if (!definition?.resident) return null;
  if (!definition.resident.shared) {
    if (leftUnit(row) === home.unitId) return leavingEvent(event);
    if (!unitsOf(row).includes(home.unitId)) return null;
    if (isClosed(definition, row)) return leavingEvent(event);
    return isOpen(definition, row.row) ? visibleEvent(definition, event, 'resident') : null;
  }
  if (!row.row) return row.run ? hint(event) : null;
  const { before, after } = sightOf(row, home, definition.resident.statuses);
  if (before && !after) return leavingEvent(event);
  if (!after) return null;
  return before
    ? visibleEvent(definition, event, 'resident')
    : { ...envelope(event), data: present(definition, row.projectId, row.row, 'resident') };
}
