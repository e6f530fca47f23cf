import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { allProgress, oneProgress } from '@lobby/shared/kit/progress.contract.ts';
import { atom } from 'jotai';
import { family, store } from '../base/store.ts';
import { request, type Scope } from '../http/api.ts';
import { callContract } from '../http/contract.ts';
import { onSaid } from './socket.ts';

export interface Refused {
  id: string;
  code: string;
  /** In the reader's language. */
  message: string;
}

/** The progress of a background run. */
export interface Run {
  id: string;
  done: number;
  of: number;
  refused: number;
  state: 'running' | 'done' | 'cancelled' | 'failed';
}

const ASK_EVERY = 2000;

/** The atom of a run; null before its first report. */
export const runAtom = family((_id: string) => atom<Run | null>(null));

type Result = AnswerOf<typeof oneProgress>;

/** Follows a run to its end by its live messages, and by polling in case one is lost. */
export async function waitForRun(id: string, scope: Scope): Promise<Result> {
  const unsubscribe = onSaid<Run>('progress', run => run.id === id && store.set(runAtom(id), run));
  try {
    for (;;) {
      const answer = await callContract<typeof oneProgress>('GET', '/progress/:id', { params: { id }, ...scope }).catch(
        error => {
          if (error instanceof Error && 'passing' in error && error.passing) return null;
          throw error;
        },
      );
      if (answer) store.set(runAtom(id), { ...answer.data, refused: answer.data.refused.length });
      if (answer && answer.data.state !== 'running') return answer.data;
      await pauseOrEnd(id);
    }
  } finally {
    unsubscribe();
  }
}

/** Waits for the next poll, or until a message says that the run has ended. */
function pauseOrEnd(id: string): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, ASK_EVERY);
    const stop = store.sub(runAtom(id), () => store.get(runAtom(id))?.state !== 'running' && end());
  });
}

/** Progress of work in chunks, beside its result. */
export interface Chunked {
  state: 'RUNNING' | 'DONE' | 'CANCELLED';
  /** Items processed so far. */
  done: number;
  of: number;
}

/**
 * Waits until work in chunks has ended. After a cancellation its last chunk ends a moment later, and if a server is lost
 * another one continues.
 */
export async function waitForChunks<T extends Chunked>(path: string, id: string, scope: Scope): Promise<T> {
  for (;;) {
    await waitForRun(id, scope);
    const { data } = await request<T>('GET', `${path}/${id}`, scope);
    if (data.state !== 'RUNNING') return data;
    await new Promise(resolve => setTimeout(resolve, ASK_EVERY / 4));
  }
}

/** A run found after a reload, with its act and input. */
export interface FoundRun extends Omit<Run, 'refused'> {
  entity: string;
  action: string;
  input: Record<string, unknown>;
  /** User who started the run. */
  by: { id: string; name: string };
}

/** Unfinished runs in a scope that the reader sees, newest first; used after a reload. */
export async function findRuns(scope: Scope): Promise<FoundRun[]> {
  const { data } = await callContract<typeof allProgress>('GET', '/progress', scope);
  for (const { id, done, of, refused, state } of data)
    store.set(runAtom(id), { id, done, of, refused: refused.length, state });
  return data;
}

/** Stops a run after its current chunk. */
export async function cancelRun(id: string, scope: Scope): Promise<void> {
  await request('PUT', `/progress/${id}/cancel`, scope);
}
