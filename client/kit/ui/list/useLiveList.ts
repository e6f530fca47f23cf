import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Scope } from '../../http/api.ts';
import { type List, type ListQuery, openList } from '../../list/list.ts';
import { type ListState, tabOf } from '../../list/url.ts';

/** Opens the list of a definition in a scope and asks it what the address says; null until it is open. */
export function useLiveList(definition: Definition, scope: Scope, state: ListState): List | null {
  const query = useMemo((): ListQuery => {
    return { filter: state.filter, tab: tabOf(definition, state.tab, state.filter), sort: state.sort };
  }, [definition, state]);
  const latest = useRef(query);
  latest.current = query;
  const [list, setList] = useState<List | null>(null);
  const open = useRef<{ list: List; definition: Definition; scope: Scope } | null>(null);
  // Before the first paint: the parts around the rows stand from the beginning. While words or parts of the screen are
  // on their way React hides it, and runs this again when it shows it: the list that is open goes on.
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
