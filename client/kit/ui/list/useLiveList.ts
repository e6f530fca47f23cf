import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Scope } from '../../http/api.ts';
import { type List, type ListQuery, openList } from '../../list/list.ts';
import { type ListState, tabOf } from '../../list/url.ts';

/** Opens the list of a definition in a scope with the query of the URL; null until it is open. */
export function useLiveList(definition: Definition, scope: Scope, state: ListState): List | null {
  const query = useMemo((): ListQuery => {
    return { filter: state.filter, tab: tabOf(definition, state.tab, state.filter), sort: state.sort };
  }, [definition, state]);
  const latest = useRef(query);
  latest.current = query;
  const [list, setList] = useState<List | null>(null);
  const open = useRef<{ list: List; definition: Definition; scope: Scope } | null>(null);
  // Layout effect, so that the parts around the rows are there in the first paint. While text or parts load, React hides the
  // screen, and runs this again when it shows it: the open list is kept.
  useLayoutEffect(() => {
    if (open.current?.definition === definition && open.current.scope === scope) return;
    open.current?.list.close();
    open.current = { list: openList(definition, scope, latest.current), definition, scope };
    setList(open.current.list);
  }, [definition, scope]);
  useEffect(
    () => () => {
      open.current?.list.close();
      open.current = null;
    },
    [],
  );
  useEffect(() => list?.setQuery(query), [list, query]);
  return list;
}
