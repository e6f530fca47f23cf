import { activity } from '@lobby/shared/modules/activity.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import { debounce } from '../../kit/http/debounce.ts';
import { subscribeToModule } from '../../kit/live/live.ts';
import { can } from '../../kit/session/permissions.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { CODES } from '../../shell/registry.ts';
import { type History, NOTHING, openHistory } from './history.ts';
import { filterOf, type HistoryQuery } from './history-query.ts';

/** Polling interval for activities without an event (export, reveal). */
const LOOK_EVERY = 30_000;

/** History of a filter, kept up to date. */
export function useHistory(query: HistoryQuery) {
  const scope = useAtomValue(scopeAtom);
  const [history, setHistory] = useState<History>(NOTHING);
  const opened = useRef<ReturnType<typeof openHistory> | null>(null);
  useEffect(() => {
    setHistory(NOTHING);
    const reader = openHistory(scope, filterOf(query), setHistory);
    opened.current = reader;
    void reader.start();
    const look = debounce(() => void reader.look(), 300, 1500);
    const open = CODES.filter(code => code !== activity.code && can(scope.projectId ?? '', code, 'read'));
    const stops = open
      .filter(code => !query.module || code === query.module)
      .map(code => subscribeToModule(scope, code, () => look.soon()));
    const timer = setInterval(look.soon, LOOK_EVERY);
    return () => {
      for (const stop of stops) stop();
      clearInterval(timer);
      look.cancel();
      reader.close();
    };
  }, [scope, query]);
  return useMemo(
    () => ({
      history,
      more: () => void opened.current?.more(),
      take: () => opened.current?.take(),
      retry: () => void opened.current?.start(),
    }),
    [history],
  );
}
