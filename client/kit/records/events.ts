import type { LiveEvent } from '@lobby/shared/kit/live-event.ts';
import type { Row } from '../base/matches.ts';
import { endsBy } from './definitions.ts';
import { applyRows } from './records.ts';

export type RecordEvent = LiveEvent<Row | Record<string, unknown> | null>;

const MOST_SEEN = 5000;

/** A set of the latest ids, bounded in size. */
export function rememberIds(most = MOST_SEEN): { isNew: (id: string) => boolean } {
  const seen = new Set<string>();
  return {
    isNew(id) {
      if (seen.has(id)) return false;
      seen.add(id);
      for (const oldest of seen) {
        if (seen.size <= most) break;
        seen.delete(oldest);
      }
      return true;
    },
  };
}

const isRow = (data: RecordEvent['data']): data is Row =>
  typeof data?.id === 'string' && typeof data.version === 'number';

/** Whether the record was removed. */
const isGone = ({ action, entity }: RecordEvent) => action === 'remove' || endsBy(entity, action);

function rowOfEvent(event: RecordEvent): Row | null {
  if (!event.entityId) return null;
  if (isRow(event.data)) return event.data;
  return isGone(event) ? { id: event.entityId, version: event.version } : null;
}

/** The last event of each record, in stream order; versions never decrease along the stream. */
export function lastOfEach(events: readonly RecordEvent[]): RecordEvent[] {
  const last = new Map<string, RecordEvent>();
  for (const event of events) {
    const key = `${event.entity}/${event.entityId}`;
    const before = last.get(key);
    if (before && before.version > event.version) continue;
    // Deleted first, so that records keep the stream order of their last events.
    last.delete(key);
    last.set(key, event);
  }
  return [...last.values()];
}

/** Applies the rows of events to the records; `isOther` selects the changes that glow. */
export function applyEvents(events: readonly RecordEvent[], isOther: (event: RecordEvent) => boolean): void {
  for (const event of events) {
    const row = rowOfEvent(event);
    if (!row) continue;
    const by = isOther(event) ? (event.actor?.name ?? '') : null;
    applyRows(event.entity, [row], { kind: 'event', removed: isGone(event), by });
  }
}
