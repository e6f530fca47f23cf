import type { FilterIn, FilterNameIn } from '@lobby/shared/kit/define-module.ts';
import type { Definition, Filter } from '@lobby/shared/kit/definition.ts';
import { atom, useAtomValue } from 'jotai';
import { useEffect, useMemo, useState } from 'react';
import { type ListView, openList } from '../list/list.ts';
import { scopeAtom } from '../session/session.ts';

const NOTHING = atom<ListView | null>(null);

/**
 * The first records of another module whose `field` refers to a record, filtered by `more` (which must not change), live;
 * null until loaded.
 */
export function useRelatedRecords<const D extends Definition>(
  definition: D,
  field: FilterNameIn<D>,
  id: string,
  most: number,
  more?: FilterIn<D>,
): ListView | null;
export function useRelatedRecords(
  definition: Definition,
  field: string,
  id: string,
  most: number,
  more?: Filter,
): ListView | null {
  const scope = useAtomValue(scopeAtom);
  const filter = useMemo((): Filter => ({ [field]: { in: [id] }, ...more }), [field, id, more]);
  const [list, setList] = useState<ReturnType<typeof openList> | null>(null);
  useEffect(() => {
    const opened = openList(definition, scope, { filter });
    opened.show(0, most - 1);
    setList(opened);
    return () => {
      setList(null);
      opened.close();
    };
  }, [definition, scope, filter, most]);
  return useAtomValue(list?.view ?? NOTHING);
}
