import { useEffect, useState } from 'react';
import { ApiError, request } from '../../kit/http/api.ts';

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
/** Before a module that had no time is asked for again; the longest such pause. */
const AGAIN_MS = 300;
const MOST_MS = 5000;

export interface Finding {
  found: readonly Found[];
  /** Nothing was answered yet. */
  busy: boolean;
  /** Names of the definitions that are still looked through. */
  left: readonly string[];
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>(done => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

/** Looks for records, and on in the modules that the server had no time for, until all were looked through. */
export async function findRecords(
  projectId: string,
  q: string,
  signal: AbortSignal,
  show: (found: readonly Found[], left: readonly string[]) => void,
): Promise<void> {
  let found: readonly Found[] = [];
  let modules: readonly string[] | undefined;
  for (let pause = AGAIN_MS; ; pause = Math.min(2 * pause, MOST_MS)) {
    const call = { projectId, query: { q, modules }, signal };
    const answer = await request<Found[]>('GET', '/search', call).catch(error => {
      // A first answer that does not come is none; what was found stays where a later one fails.
      if (signal.aborted || !modules || !(error instanceof ApiError) || !error.passing) return null;
      return { data: [], leftOut: modules };
    });
    if (signal.aborted) return;
    found = [...found, ...(answer?.data ?? [])];
    modules = answer?.leftOut ?? [];
    show(found, modules);
    if (modules.length === 0) return;
    await wait(pause, signal);
    if (signal.aborted) return;
  }
}

/** Records of a project that answer what was typed, a moment after it was typed. */
export function useFound(projectId: string, typed: string): Finding {
  const q = typed.trim();
  const [answer, setAnswer] = useState<Omit<Finding, 'busy'> & { q: string }>({ q: '', found: [], left: [] });
  useEffect(() => {
    if (q.length < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(
      () => void findRecords(projectId, q, stop.signal, (found, left) => setAnswer({ q, found, left })),
      PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [projectId, q]);
  if (q.length < 2) return { found: [], busy: false, left: [] };
  // What was found before stays until the next is there: nothing flickers between two letters.
  const busy = answer.q !== q;
  return { found: answer.found, busy, left: busy ? [] : answer.left };
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
