import type { Told } from '@lobby/shared/kit/told.ts';
import type { Row } from './matches.ts';
import { applyRows } from './records.ts';

export type LiveEvent = Told<Row | Record<string, unknown> | null>;

const MOST_SEEN = 5000;

/** A bounded memory of ids. */
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

const isRow = (data: LiveEvent['data']): data is Row =>
  typeof data?.id === 'string' && typeof data.version === 'number';

/** Whether its record is there no more. */
const isGone = ({ action }: LiveEvent) => action === 'remove' || action === 'erase';

function rowOfEvent(event: LiveEvent): Row | null {
  if (!event.entityId) return null;
  if (isRow(event.data)) return event.data;
  return isGone(event) ? { id: event.entityId, version: event.version } : null;
}

/** Of many events the last of each record, in stream order; a later one never has a lower version than what it follows. */
export function lastOfEach(events: readonly LiveEvent[]): LiveEvent[] {
  const last = new Map<string, LiveEvent>();
  for (const event of events) {
    const key = `${event.entity}/${event.entityId}`;
    const known = last.get(key);
    if (known && known.version > event.version) continue;
    // Taken out first, so that the order of the stream is kept between records too.
    last.delete(key);
    last.set(key, event);
  }
  return [...last.values()];
}

/** Takes the rows of events into the records; `isOther` tells whose changes glow. */
export function applyEvents(events: readonly LiveEvent[], isOther: (event: LiveEvent) => boolean): void {
  for (const event of events) {
    const row = rowOfEvent(event);
    if (!row) continue;
    const by = isOther(event) ? (event.actor?.name ?? '') : null;
    applyRows(event.entity, [row], { kind: 'event', removed: isGone(event), by });
  }
}
