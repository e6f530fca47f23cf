import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue, useStore } from 'jotai';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { debounce } from '../../../http/debounce.ts';
import { readListState, writeListState } from '../../../list/url.ts';
import { loadViews, type View, viewsAtom } from '../../../list/views.ts';
import { projectIdAtom } from '../../../session/session.ts';
import { useListModel } from '../model/model.ts';

/** Search parameter of the view that is on; the rest of the address says what it shows. */
const PARAM = 'view';

/** The view of a list that its address names. */
export function useOnView(definition: Definition): View | null {
  const [params] = useSearchParams();
  const views = useAtomValue(viewsAtom(useAtomValue(projectIdAtom) ?? ''));
  const id = params.get(PARAM);
  return views?.find(view => view.id === id && view.list === definition.name) ?? null;
}

/** The views of the list around, their counts kept up with the list's own; and how to turn one on. */
export function useViews() {
  const { definition, list, query } = useListModel();
  const store = useStore();
  const projectId = useAtomValue(projectIdAtom) ?? '';
  const all = useAtomValue(viewsAtom(projectId));
  const [params, setParams] = useSearchParams();
  const on = useOnView(definition);
  useEffect(() => {
    const again = debounce(() => void loadViews(projectId), 400, 2000);
    again.now();
    // The list counts again when something has changed: then they are stale, too. The first count changes nothing.
    let counted = store.get(list.counts);
    const stop = store.sub(list.counts, () => {
      if (counted) again.soon();
      counted = store.get(list.counts);
    });
    return () => {
      stop();
      again.cancel();
    };
  }, [projectId, list, store]);
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
    /** The query string of what is shown now. */
    now,
    /** Names a view that was just saved: what is shown stays. */
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
    /** Whether the address says nothing of the list yet. */
    bare: [...params.keys()].every(key => key === 'part'),
  };
}
