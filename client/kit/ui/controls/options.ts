import { useEffect, useState } from 'react';

export interface Option {
  value: string;
  label: string;
  /** Secondary line: the unit of a resident, the department of an employee. */
  note?: string;
}

/** Loads options for a text (empty: the first ones); aborted when typing continues. */
export type LoadOptions = (typed: string, signal: AbortSignal) => Promise<readonly Option[]>;

interface Found {
  options: readonly Option[];
  state: 'loading' | 'ready' | 'failed';
}

const PAUSE = 150;

/** Options for a text, loaded after a pause in typing while `open`. */
export function useFoundOptions(load: LoadOptions, typed: string, open: boolean): Found {
  const [result, setResult] = useState<Found>({ options: [], state: 'loading' });
  useEffect(() => {
    if (!open) return;
    const abort = new AbortController();
    setResult(before => ({ ...before, state: 'loading' }));
    const timer = setTimeout(
      () =>
        load(typed, abort.signal).then(
          options => !abort.signal.aborted && setResult({ options, state: 'ready' }),
          () => !abort.signal.aborted && setResult({ options: [], state: 'failed' }),
        ),
      typed ? PAUSE : 0,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [load, typed, open]);
  return result;
}
