import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue, useStore } from 'jotai';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { debounce } from '../../../http/debounce.ts';
import { readListState, writeListState } from '../../../list/url.ts';
import { loadViews, type View, viewsAtom } from '../../../list/views.ts';
import { chosen } from '../../../session/preferences.ts';
import { projectIdAtom } from '../../../session/session.ts';
import { AFTER_ROWS_MS } from '../model/after-rows.ts';
import { useListModel } from '../model/model.ts';

/** Query parameter of the active view; the rest of the URL tells what it shows. */
const PARAM = 'view';

/** The view named in a list's URL. */
export function useOnView(definition: Definition): View | null {
  const [params] = useSearchParams();
  const views = useAtomValue(viewsAtom(useAtomValue(projectIdAtom) ?? ''));
  const id = params.get(PARAM);
  return views?.find(view => view.id === id && view.list === definition.name) ?? null;
}

/** Views of the surrounding list, with counts updated along with the list's, and functions to open one. */
export function useViews() {
  const { definition, list, query } = useListModel();
  const store = useStore();
  const projectId = useAtomValue(projectIdAtom) ?? '';
  const all = useAtomValue(viewsAtom(projectId));
  const [params, setParams] = useSearchParams();
  const on = useOnView(definition);
  const hasView = params.has(PARAM);
  useEffect(() => {
    const again = debounce(() => void loadViews(projectId), 400, 2000);
    const isAwaited = hasView || chosen(`view/${projectId}/${definition.name}`) !== null;
    const timer = setTimeout(again.now, isAwaited ? 0 : AFTER_ROWS_MS);
    // A new count of the list means that the views' counts are stale too; the first one does not.
    let counted = store.get(list.counts);
    const stop = store.sub(list.counts, () => {
      if (counted) again.soon();
      counted = store.get(list.counts);
    });
    return () => {
      clearTimeout(timer);
      stop();
      again.cancel();
    };
  }, [projectId, list, store, definition.name, hasView]);
  const views = useMemo(() => all?.filter(view => view.list === definition.name) ?? null, [all, definition]);
  const now = writeListState(new URLSearchParams(), query, definition).toString();
  function turnOn(view: View | null, how: 'push' | 'replace' = 'push') {
    const state = readListState(new URLSearchParams(view?.query ?? ''), definition);
    const next = writeListState(params, state, definition);
    if (view) next.set(PARAM, view.id);
    else next.delete(PARAM);
    setParams(next, { replace: how === 'replace' });
  }
  return {
    projectId,
    views,
    on,
    /** Query string of the current state. */
    now,
    /** Marks a view as active after it was saved, without changing the state. */
    name(id: string | null) {
      setParams(
        before => {
          const next = new URLSearchParams(before);
          if (id) next.set(PARAM, id);
          else next.delete(PARAM);
          return next;
        },
        { replace: true },
      );
    },
    turnOn,
    /** Whether the URL has no state of the list yet. */
    bare: [...params.keys()].every(key => key === 'part'),
  };
}
