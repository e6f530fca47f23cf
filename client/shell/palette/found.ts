import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { searchAll } from '@lobby/shared/kit/search.contract.ts';
import { useEffect, useState } from 'react';
import { ApiError } from '../../kit/http/api.ts';
import { callContract } from '../../kit/http/contract.ts';

/** A record in search results. */
export type Found = AnswerOf<typeof searchAll>[number];

const PAUSE_MS = 120;
/** Pause before a module left out is searched again, and the longest such pause, in ms. */
const AGAIN_MS = 300;
const MOST_MS = 5000;

export interface Finding {
  found: readonly Found[];
  /** Waiting for the first answer. */
  busy: boolean;
  /** Names of the definitions still being searched. */
  left: readonly string[];
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>(done => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

/** Searches records, and continues with the modules that the server left out, until all were searched. */
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
    const answer = await callContract<typeof searchAll>('GET', '/search', call).catch(error => {
      // A failed first search has no result; after later failures the results so far are kept.
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

/** Records of a project that match a text, after a pause in typing. */
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
  // Previous results stay until the next arrive, to avoid flicker.
  const busy = answer.q !== q;
  return { found: answer.found, busy, left: busy ? [] : answer.left };
}

/** Records by `module/id`, as far as the reader may see them. */
export function useNamed(projectId: string, keys: readonly string[]): readonly Found[] {
  const text = keys.join();
  const [found, setFound] = useState<readonly Found[]>([]);
  useEffect(() => {
    if (!text) return setFound([]);
    const stop = new AbortController();
    callContract<typeof searchAll>('GET', '/search', {
      projectId,
      query: { records: text.split(',') },
      signal: stop.signal,
    }).then(
      ({ data }) => setFound(data),
      () => undefined,
    );
    return () => stop.abort();
  }, [projectId, text]);
  return found;
}
