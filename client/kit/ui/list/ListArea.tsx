import { type Definition, makingFlag } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { type ReactNode, useMemo, useState } from 'react';
import { targetOf } from '../../records/definitions.ts';
import { useCan, useMay } from '../../session/permissions.ts';
import { scopeAtom } from '../../session/session.ts';
import { SkeletonRows } from '../states/Skeleton.tsx';
import { useMultiActions } from './bulk/useMultiActions.ts';
import { ListModelContext, listAtoms } from './model/model.ts';
import { useMaskAgain, useMayReveal } from './model/revealed.ts';
import { useListState } from './model/useListState.ts';
import { useLiveList } from './useLiveList.ts';
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

/** The definition without columns of references that the reader may not see by name. */
function useNamed(definition: Definition): Definition {
  const may = useMay();
  const { list, fields } = definition;
  const columns = list.columns.filter(name => {
    const field = fields[name];
    return field?.kind !== 'ref' || !field.readersOnly || may(targetOf(field.to).code);
  });
  const isWhole = columns.length === list.columns.length;
  // Of all columns or of fewer: permissions that change otherwise leave the list as it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => (isWhole ? definition : { ...definition, list: { ...list, columns } }), [definition, isWhole]);
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
