import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { Scope } from '../http/api.ts';
import { type Chunked, cancelRun, runAtom, waitForChunks } from '../live/background-jobs.ts';
import { scopeNow } from '../session/session.ts';

/** Progress of chunked work that a dialog has started, and a function to cancel it; both null if there is none. */
export function useChunkedRun(path: string) {
  const [id, setId] = useState<string | null>(null);
  const progress = useAtomValue(runAtom(id ?? ''));
  return {
    progress: id ? progress : null,
    stop: id ? () => void cancelRun(id, scopeNow()).catch(() => undefined) : null,
    /** Returns the result once it has ended. */
    async follow<T extends Chunked>(begun: string, scope: Scope): Promise<T> {
      setId(begun);
      return waitForChunks<T>(path, begun, scope).finally(() => setId(null));
    },
  };
}
