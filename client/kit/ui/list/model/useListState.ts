import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { now } from '../../../http/clock.ts';
import { type ListState, readListState, writeListState } from '../../../list/url.ts';

import { readerOf, scopeAtom } from '../../../session/session.ts';

/** State of a list with a detail in the URL. */
export interface OpenState extends ListState {
  /** The open record. */
  open: string | null;
}

type Part = Partial<OpenState>;
/** Changes the URL state: by new values, or by a function of the previous state. */
export type Change = (part: Part | ((before: OpenState) => Part), how?: 'push' | 'replace') => void;

function written(params: URLSearchParams, { open, ...rest }: Part, definition: Definition, param: string) {
  const next = writeListState(params, { ...readListState(params, definition), ...rest }, definition);
  if (open) next.set(param, open);
  else if (open === null) next.delete(param);
  return next;
}

/** State of a list in its URL, with a function to change it; browser history steps through the changes. */
export function useListState(definition: Definition, param: string) {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const text = params.toString();
  const open = params.get(param);
  const listText = useMemo(() => {
    const rest = new URLSearchParams(text);
    rest.delete(param);
    return rest.toString();
  }, [text, param]);
  // The same object while only the open record changes, so that the list is not read again.
  const today = dayOf(new Date(now()), readerOf(useAtomValue(scopeAtom)).timeZone);
  const list = useMemo(
    () => readListState(new URLSearchParams(listText), definition, today),
    [listText, definition, today],
  );
  const state = useMemo((): OpenState => ({ ...list, open }), [list, open]);
  // The page renders a new URL a moment later; earlier changes must build on it.
  const latest = useRef(params);
  useLayoutEffect(() => {
    latest.current = params;
  }, [params]);
  const change = useCallback<Change>(
    (part, how = 'push') => {
      const before = latest.current;
      const held = { ...readListState(before, definition), open: before.get(param) };
      const next = written(before, typeof part === 'function' ? part(held) : part, definition, param);
      if (next.toString() === before.toString()) return;
      latest.current = next;
      setParams(next, { replace: how === 'replace' });
    },
    [setParams, definition, param],
  );
  const linkTo = useCallback(
    (id: string) => `${pathname}?${written(new URLSearchParams(text), { open: id }, definition, param)}`,
    [pathname, text, definition, param],
  );
  return { list, state, change, linkTo };
}
