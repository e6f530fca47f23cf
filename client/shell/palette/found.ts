import { useEffect, useState } from 'react';
import { request } from '../../kit/http/api.ts';

/** A record as the search answers it. */
export interface Found {
  entity: string;
  id: string;
  title: string;
  code: string | null;
  note: string;
  status: string | null;
}

const PAUSE_MS = 120;

/** Records of a project that answer what was typed, a moment after it was typed; `busy` until they are there. */
export function useFound(projectId: string, typed: string): { found: readonly Found[]; busy: boolean } {
  const q = typed.trim();
  const [answer, setAnswer] = useState<{ q: string; found: readonly Found[] }>({ q: '', found: [] });
  useEffect(() => {
    if (q.length < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      request<Found[]>('GET', '/search', { projectId, query: { q }, signal: stop.signal }).then(
        ({ data }) => setAnswer({ q, found: data }),
        () => stop.signal.aborted || setAnswer({ q, found: [] }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [projectId, q]);
  if (q.length < 2) return { found: [], busy: false };
  // What was found before stays until the next is there: nothing flickers between two letters.
  return { found: answer.found, busy: answer.q !== q };
}

/** The records behind `module/id`, as far as the reader may see them. */
export function useNamed(projectId: string, keys: readonly string[]): readonly Found[] {
  const text = keys.join();
  const [found, setFound] = useState<readonly Found[]>([]);
  useEffect(() => {
    if (!text) return setFound([]);
    const stop = new AbortController();
    request<Found[]>('GET', '/search', { projectId, query: { records: text.split(',') }, signal: stop.signal }).then(
      ({ data }) => setFound(data),
      () => undefined,
    );
    return () => stop.abort();
  }, [projectId, text]);
  return found;
}
