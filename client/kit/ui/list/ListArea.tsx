import { type Definition, makingFlag } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { type ReactNode, useMemo, useState } from 'react';
import { useCan } from '../../session/permissions.ts';
import { scopeAtom } from '../../session/session.ts';
import { SkeletonRows } from '../states/Skeleton.tsx';
import { useMultiActions } from './bulk/useMultiActions.ts';
import { ListModelContext, listAtoms } from './model/model.ts';
import { useMaskAgain, useMayReveal } from './model/revealed.ts';
import { useListState } from './model/useListState.ts';
import { useLiveList } from './useLiveList.ts';
import { useNamed } from './useNamed.ts';
import { useNewParam } from './useNewParam.ts';
import { useUnknownTold } from './useUnknownTold.ts';

interface ListAreaProps {
  definition: Definition;
  /** Query parameter of the open record. */
  param: string;
  onCreate?: () => void;
  place?: string;
  children: ReactNode;
}

/** Opens a list by the page's URL, for its children. */
export function ListArea({ definition, param, onCreate, place, children }: ListAreaProps) {
  const scope = useAtomValue(scopeAtom);
  const { list: query, state, change, linkTo } = useListState(definition, param);
  useUnknownTold(definition);
  const list = useLiveList(definition, scope, query);
  const named = useNamed(definition);
  const [atoms] = useState(listAtoms);
  useMaskAgain(definition, atoms.revealed);
  const writes = useCan(definition.code, makingFlag(definition));
  const acts = useMultiActions(definition).length > 0;
  const selects = useMayReveal(definition) || acts;
  useNewParam(writes ? onCreate : undefined);
  const model = useMemo(
    () =>
      list && {
        ...atoms,
        definition: named,
        scope,
        list,
        state,
        query,
        change,
        linkTo,
        selects,
        onCreate: writes ? onCreate : undefined,
        place,
      },
    [atoms, named, scope, list, state, query, change, linkTo, selects, writes, onCreate, place],
  );
  if (!model) return <SkeletonRows />;
  return <ListModelContext value={model}>{children}</ListModelContext>;
}
