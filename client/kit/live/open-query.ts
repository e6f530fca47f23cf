import { type ApiError, toApiError } from '../http/api-error.ts';

export interface QueryState<T> {
  /** Null before the first answer; kept during later requests, and if they fail. */
  data: T | null;
  /** Why the newest request failed. */
  error: ApiError | null;
  /** Whether a request is pending. */
  loading: boolean;
}

export const FIRST = { data: null, error: null, loading: true } as const;

interface QueryOptions<T> {
  /** Makes the request. */
  read: (signal: AbortSignal) => Promise<T>;
  /** Called with each new state, until the query is closed. */
  show: (state: QueryState<T>) => void;
  /** Data shown until the first answer. */
  data: T | null;
  /** Combines an answer with the data shown before; defaults to the answer alone. */
  merge?: ((answer: T, before: T) => T) | undefined;
}

/** Sends the same request each time `again` is called. Requests are numbered: an older answer that arrives last is dropped. */
export function openQuery<T>({ read, show, data, merge }: QueryOptions<T>) {
  let state: QueryState<T> = { ...FIRST, data, loading: data === null };
  let [asked, answered] = [0, 0];
  /** Changes that the answers to requests up to `asked` may not contain yet. */
  let changes: { asked: number; change: (data: T) => T }[] = [];
  const abort = new AbortController();
  const put = (next: Partial<QueryState<T>>) => {
    state = { ...state, ...next };
    if (!abort.signal.aborted) show(state);
  };

  function accept(answer: T, mine: number): void {
    const whole = state.data !== null && merge ? merge(answer, state.data) : answer;
    const missed = changes.filter(change => change.asked >= mine);
    changes = changes.filter(change => change.asked > mine);
    put({ data: missed.reduce((before, { change }) => change(before), whole), error: null });
  }

  async function again(): Promise<void> {
    const mine = ++asked;
    if (!state.loading) put({ loading: true });
    try {
      const answer = await read(abort.signal);
      if (mine > answered) accept(answer, mine);
    } catch (error) {
      if (mine > answered) put({ error: toApiError(error) });
    }
    answered = Math.max(answered, mine);
    if (state.loading && answered === asked) put({ loading: false });
  }

  return {
    /** Sends the request; resolves when the answer was processed. */
    again,
    /** Changes the data shown. Pending answers get the change too, as they may be older. */
    change(change: (data: T) => T): void {
      if (asked > answered) changes.push({ asked, change });
      if (state.data !== null) put({ data: change(state.data) });
    },
    failed: () => state.error !== null,
    close: () => abort.abort(),
  };
}
