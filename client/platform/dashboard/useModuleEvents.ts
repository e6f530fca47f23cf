import { useEffect, useRef } from 'react';
import { debounce } from '../../kit/http/debounce.ts';
import { subscribeToModule } from '../../kit/live/live.ts';

/** Quiet time after an event; numbers are read again at most once in twice this time. */
const QUIET_MS = 700;

/** Calls `again` after events of any of these modules. */
export function useModuleEvents(projectId: string, modules: readonly string[], again: () => Promise<void>): void {
  const latest = useRef(again);
  latest.current = again;
  const named = [...new Set(modules)].toSorted().join(' ');
  useEffect(() => {
    const soon = debounce(() => void latest.current(), QUIET_MS, 2 * QUIET_MS);
    const stops = named
      .split(' ')
      .filter(Boolean)
      .map(module => subscribeToModule({ projectId }, module, soon.soon));
    return () => {
      for (const stop of stops) stop();
      soon.cancel();
    };
  }, [projectId, named]);
}
