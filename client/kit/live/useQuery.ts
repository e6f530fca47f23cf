import { useAtomValue } from 'jotai';
import { use, useCallback, useEffect, useRef, useState } from 'react';
import { type Call, request, type Scope } from '../http/api.ts';
import { debounce } from '../http/debounce.ts';
import { scopeAtom } from '../session/session.ts';
import { onReconnect } from './connection.ts';
import { FailedReads } from './failed-reads.ts';
import { type Notice, subscribeToModule } from './live.ts';
import { FIRST, openQuery, type QueryState } from './open-query.ts';

export interface QueryOptions<T> {
  /** Defaults to the scope of the screen. */
  scope?: Scope;
  query?: Call['query'];
  /** Defaults to a single GET. */
  read?: (path: string, call: Call) => Promise<T>;
  /** Module whose events cause another read. */
  follow?: string;
  /** Whether an event of the followed module causes another read; defaults to always. */
  onNotice?: (notice: Notice) => boolean;
  /** Quiet time in ms after an event before the data are read again. */
  delay?: number;
  /** Interval in ms to read again. */
  every?: number;
  /** Combines an answer with the data shown before; defaults to the answer alone. */
  merge?: (answer: T, before: T) => T;
}

export interface Query<T> extends QueryState<T> {
  /** Reads again; resolves when the answer was processed. */
  again: () => Promise<void>;
  /** Changes the data shown, and pending answers too. */
  change: (change: (data: T) => T) => void;
}

const get = async <T>(path: string, call: Call) => (await request<T>('GET', path, call)).data;

/**
 * Reads `path` (null for nothing yet), again after a disconnection, and on events it follows. An older answer never replaces
 * a newer one. Data are kept while they are read again, also with another `query`; another path or scope starts without
 * data. Of `options`, only `scope` and `query` may change. A component that shows failures reads `error`; otherwise the
 * surrounding part of the screen shows them (`ReadFailures`).
 */
export function useQuery<T>(path: string | null, options: QueryOptions<T> = {}): Query<T> {
  const here = useAtomValue(scopeAtom);
  const scope = options.scope ?? here;
  const subject = JSON.stringify([path, scope.projectId, scope.unitId]);
  const query = JSON.stringify(options.query);
  const [known, setKnown] = useState<QueryState<T> & { subject: string }>({ ...FIRST, subject });
  const opened = useRef<ReturnType<typeof openQuery<T>> | null>(null);
  const latest = useRef({ options, known });
  latest.current = { options, known };
  // biome-ignore lint/correctness/useExhaustiveDependencies: path and scope are in the subject
  useEffect(() => {
    if (path === null) return;
    const { options, known } = latest.current;
    const { read = get<T>, follow, delay = 300, every, merge } = options;
    const current = openQuery<T>({
      read: signal => read(path, { ...scope, ...(options.query && { query: options.query }), signal }),
      show: state => setKnown({ ...state, subject }),
      data: known.subject === subject ? known.data : null,
      merge,
    });
    opened.current = current;
    const again = () => void current.again();
    const soon = debounce(again, delay, 7 * delay);
    const timer = every && setInterval(again, every);
    const stops = [
      // A followed module resyncs by itself after a reconnection.
      onReconnect(() => (!follow || current.failed()) && again()),
      follow &&
        subscribeToModule(scope, follow, notice => (latest.current.options.onNotice?.(notice) ?? true) && soon.soon()),
    ];
    again();
    return () => {
      for (const stop of stops) if (stop) stop();
      clearInterval(timer);
      soon.cancel();
      current.close();
      opened.current = null;
    };
  }, [subject, query]);
  const again = useCallback(async () => opened.current?.again(), []);
  const change = useCallback((update: (data: T) => T) => opened.current?.change(update), []);
  const { data, error, loading } = known.subject === subject ? known : FIRST;
  const reportFailedRead = use(FailedReads);
  const isShown = useRef(false);
  const missing = path !== null && data === null ? error : null;
  useEffect(() => {
    if (missing && !isShown.current) return reportFailedRead?.({ error: missing, again: () => void again() });
  }, [missing, reportFailedRead, again]);
  return {
    data,
    get error() {
      isShown.current = true;
      return error;
    },
    loading: loading && path !== null,
    again,
    change,
  };
}
