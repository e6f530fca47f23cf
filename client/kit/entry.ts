import type { Row } from './matches.ts';

/** What is known of one record. */
export interface Entry {
  /** All fields that were answered; a row event lies over the fields of a detail. */
  row: Row;
  /** The fields that only a detail has are there too. */
  detail: boolean;
  /** A newer row came after the detail was read: its own fields may be old. */
  stale: boolean;
  removed: boolean;
  /** The last change by somebody else, for the glow. */
  changed: { at: number; by: string } | null;
  /** What the reader's own act will surely make of it, until the server answers. */
  patch: Record<string, unknown> | null;
  /** Turn of the last event that touched it. */
  turn: number;
}

/** Where rows come from: an event in stream order, an answer to a call begun at `turn`. */
export type Source =
  | { kind: 'event'; removed?: boolean; by?: string | null }
  | { kind: 'answer'; turn: number; detail?: boolean };

/** What becomes of a record by a row; null when the row tells nothing new. Lower versions are dropped, equal ones are applied. */
export function merge(entry: Entry | null, row: Row, source: Source, turn: number): Entry | null {
  const detail = source.kind === 'answer' && source.detail === true;
  const removed = source.kind === 'event' && source.removed === true;
  const others = source.kind === 'event' && source.by ? { at: Date.now(), by: source.by } : null;
  const touched = source.kind === 'event' ? turn : (entry?.turn ?? 0);
  if (!entry) return { row, detail, stale: false, removed, changed: others, patch: null, turn: touched };
  const older = row.version < entry.row.version;
  const equal = row.version === entry.row.version;
  // An answer may have been read before an equal event that came while it was under way.
  const overtaken = older || (equal && source.kind === 'answer' && entry.turn > source.turn);
  if (overtaken || (equal && entry.removed && !removed)) {
    if (!detail || entry.detail || entry.removed) return null;
    return { ...entry, row: { ...row, ...entry.row }, detail: true, stale: older };
  }
  const next: Entry = {
    row: { ...entry.row, ...row },
    detail: entry.detail || detail,
    stale: entry.detail && !detail && (entry.stale || !equal),
    removed,
    changed: others ?? entry.changed,
    patch: entry.patch,
    turn: touched,
  };
  const same = equal && next.detail === entry.detail && next.stale === entry.stale && removed === entry.removed;
  return same && JSON.stringify(next.row) === JSON.stringify(entry.row) ? null : next;
}
