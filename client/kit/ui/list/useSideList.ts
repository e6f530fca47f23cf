import type { Filter } from '@lobby/shared/kit/definition.ts';
import { atom, useAtomValue } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import { both } from '../../base/matches.ts';
import { type List, type ListView, openList } from '../../list/list.ts';
import { tabOf } from '../../list/url.ts';
import { useListModel } from './model/model.ts';

interface SideOptions {
  tabbed?: boolean;
  sort?: string;
}

const NOTHING = atom<ListView | null>(null);

/**
 * The first `most` records of the list that also match another filter, live, within its tab, and optionally in another sort;
 * null while opening.
 */
export function useSideList(
  narrowed: Filter,
  most: number,
  { tabbed = false, sort }: SideOptions = {},
): ListView | null {
  const { definition, scope, query } = useListModel();
  const key = JSON.stringify(narrowed);
  const listQuery = useMemo(
    () => ({
      filter: both(query.filter, JSON.parse(key) as Filter),
      ...(tabbed && { tab: tabOf(definition, query.tab, query.filter) }),
      ...(sort && { sort }),
    }),
    [definition, query, key, tabbed, sort],
  );
  const [list, setList] = useState<List | null>(null);
  useEffect(() => {
    const opened = openList(definition, scope, listQuery);
    opened.show(0, most - 1);
    setList(opened);
    return () => {
      setList(null);
      opened.close();
    };
  }, [definition, scope, listQuery, most]);
  return useAtomValue(list?.view ?? NOTHING);
}
