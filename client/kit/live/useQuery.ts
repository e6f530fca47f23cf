import { useAtomValue } from 'jotai';
import { use, useCallback, useEffect, useRef, useState } from 'react';
import { type Call, request, type Scope } from '../http/api.ts';
import { debounce } from '../http/debounce.ts';
import { scopeAtom } from '../session/session.ts';
import { onReconnect } from './connection.ts';
import { FailedReads } from './failed-reads.ts';
import { type Notice, subscribeToModule } from './live.ts';
import { FIRST, openQuery, type QueryState } from './open-query.ts';

interface QueryOptions<T> {
  /** Default: the scope of the screen. */
  scope?: Scope;
  query?: Call['query'];
  /** Default: one GET. */
  read?: (path: string, call: Call) => Promise<T>;
  /** Module whose events make it read again. */
  follow?: string;
  /** Answers whether a notice of the followed module makes it read again; default: each does. */
  onNotice?: (notice: Notice) => boolean;
  /** Quiet ms after an event before it is read again. */
  delay?: number;
  /** Reads again every so many ms. */
  every?: number;
  /** Combines an answer with the data shown before; default: the answer alone. */
  merge?: (answer: T, before: T) => T;
}

export interface Query<T> extends QueryState<T> {
  /** Reads again; resolves when the answer was dealt with. */
  again: () => Promise<void>;
  /** Changes the data shown, also that of answers on their way. */
  change: (change: (data: T) => T) => void;
}

const get = async <T>(path: string, call: Call) => (await request<T>('GET', path, call)).data;

/**
 * Reads `path` (null: nothing yet), and again after a break of the connection and on the events it follows. An older
 * answer never replaces a newer one. Data is kept while it is read again, also with another `query`; another path or
 * scope starts without data. Of `options`, only `scope` and `query` may change. A component that shows what failed reads
 * `error`; where none does, the part of the screen around says it (`ReadFailures`).
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
      // A followed module resyncs by itself.
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
