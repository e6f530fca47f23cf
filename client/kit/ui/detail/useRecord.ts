import type { Definition } from '@lobby/shared/kit/definition.ts';
import { type Merged, merges } from '@lobby/shared/kit/merged.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RecordOf, Row } from '../../base/matches.ts';
import { request } from '../../http/api.ts';
import { type ApiError, dataOf, toApiError } from '../../http/api-error.ts';
import { debounce } from '../../http/debounce.ts';
import { connectionAtom } from '../../live/connection.ts';
import { subscribeToModule } from '../../live/live.ts';
import { applyRows, markStale, recordAtom, turnNow } from '../../records/records.ts';
import { scopeAtom } from '../../session/session.ts';

/** A record for a screen. */
export interface Shown<D extends Definition = Definition> {
  /** Includes optimistic changes; available as soon as a list has loaded it. */
  row: RecordOf<D> | null;
  /** `loading`: fields of the detail are not loaded yet. */
  state: 'loading' | 'ready' | 'missing' | 'failed';
  /** User who removed the record and when, as far as an event has told it. */
  gone: { by: string; at: number } | null;
  /** What it became, if it was merged into another record. */
  merged: Merged | null;
  error: ApiError | null;
  reload: () => void;
}

/** Signed file URLs are valid for ten minutes (api.md, Files). */
const FRESH_FOR = 9 * 60_000;

/** A record with its detail: loaded if missing or outdated, updated by events. */
export function useRecord<const D extends Definition>(definition: D, id: string): Shown<D> {
  const { name, path, code } = definition;
  const scope = useAtomValue(scopeAtom);
  const entry = useAtomValue(useMemo(() => recordAtom(name, id), [name, id]));
  const online = useAtomValue(connectionAtom).state !== 'offline';
  const [error, setError] = useState<ApiError | null>(null);
  /** Where the address of a merged record is answered by what it became. */
  const [target, setTarget] = useState<Merged | null>(null);
  /** Number of the newest request: an older refusal that arrives last is dropped. Older rows are dropped by their turn. */
  const latest = useRef(0);
  const read = useCallback(
    (signal?: AbortSignal) => {
      const mine = ++latest.current;
      const turn = turnNow();
      request<Row>('GET', `${path}/${id}`, { ...scope, signal }).then(
        ({ data }) => {
          if (mine === latest.current) setError(null);
          if (mine === latest.current && data.id !== id)
            setTarget({ id: data.id, title: String(data[definition.title] ?? ''), by: null, at: null });
          applyRows(name, [data], { kind: 'answer', turn, detail: true });
        },
        failure => {
          if (mine === latest.current && !signal?.aborted) setError(toApiError(failure));
        },
      );
    },
    [name, path, id, scope, definition.title],
  );
  // A record that was removed may have been merged: its answer names what it became.
  const wanted = entry?.removed ? merges(definition) && !error && !target : !entry?.detail || entry.stale;
  const hasDetail = entry?.detail ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an event that comes while it is read makes the answer old
  useEffect(() => {
    if (!wanted || !online) return;
    const abort = new AbortController();
    const soon = debounce(() => read(abort.signal), hasDetail ? 100 : 0);
    if (hasDetail) soon.soon();
    else soon.now();
    return () => {
      soon.cancel();
      abort.abort();
    };
  }, [wanted, hasDetail, online, read, entry?.turn]);
  useEffect(() => {
    setError(null);
    setTarget(null);
    const renewal = setInterval(read, FRESH_FOR, undefined);
    // After missed events, or bulk work with a single event, cached details may be outdated.
    const stop = subscribeToModule(scope, code, notice => {
      if (notice.kind === 'resync' || (notice.event.entity === name && !notice.event.entityId)) markStale(name);
    });
    return () => {
      latest.current++;
      clearInterval(renewal);
      stop();
    };
  }, [read, scope, code, name]);
  const row = useMemo(() => entry && ({ ...entry.row, ...entry.patch } as RecordOf<D>), [entry]);
  const missing = entry?.removed || target !== null || error?.status === 404;
  const merged = target ?? dataOf<{ merged: Merged }>(error?.data).merged ?? null;
  const state = missing ? 'missing' : entry?.detail ? 'ready' : error ? 'failed' : 'loading';
  return { row, state, gone: entry?.removed ? entry.changed : null, merged, error, reload: () => read() };
}
