import type { Row } from '../base/matches.ts';

/** Cached data of one record. */
export interface Entry {
  /** All known fields; those of a row event overwrite those of a detail. */
  row: Row;
  /** Whether fields of the detail are loaded. */
  detail: boolean;
  /** A newer row arrived after the detail was loaded, so fields of the detail may be outdated. */
  stale: boolean;
  removed: boolean;
  /** The last change by somebody else, for the glow. */
  changed: { at: number; by: string } | null;
  /** Optimistic changes of the reader's own act, until the server answers. */
  patch: Record<string, unknown> | null;
  /** Turn of the last event that touched it. */
  turn: number;
}

/** Where rows come from: an event in stream order, or an answer to a request made at `turn`. */
export type Source =
  | { kind: 'event'; removed?: boolean; by?: string | null }
  | { kind: 'answer'; turn: number; detail?: boolean };

/** Merges a row into a record; null when nothing changes. Lower versions are dropped, equal ones are applied. */
export function mergeRecord(entry: Entry | null, row: Row, source: Source, turn: number): Entry | null {
  const detail = source.kind === 'answer' && source.detail === true;
  const removed = source.kind === 'event' && source.removed === true;
  const others = source.kind === 'event' && source.by ? { at: Date.now(), by: source.by } : null;
  const touched = source.kind === 'event' ? turn : (entry?.turn ?? 0);
  if (!entry) return { row, detail, stale: false, removed, changed: others, patch: null, turn: touched };
  const older = row.version < entry.row.version;
  const equal = row.version === entry.row.version;
  // An answer may be older than an event of the same version that arrived while it was requested.
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
