import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { type KnownRef, refAtom, searchRefs, type Where } from '../../refs.ts';
import type { LoadOptions } from '../options.ts';

/** Finds the options of a ref field; `where` narrows them by filters of their own module. */
export function useRefLoad(to: string, where?: Where): LoadOptions {
  const wanted = JSON.stringify(where ?? {});
  return useMemo(() => {
    const only: Where = JSON.parse(wanted);
    return async (typed, signal) =>
      (await searchRefs(to, typed, only, signal)).map(ref => ({
        value: ref.id,
        label: ref.name,
        note: ref.code && ref.code !== ref.name ? ref.code : undefined,
      }));
  }, [to, wanted]);
}

/** The records behind ids, in their order; `undefined` while on their way, null where there is none. */
export function useRefs(to: string, ids: readonly string[]): readonly KnownRef[] {
  const key = ids.join();
  return useAtomValue(
    useMemo(() => atom(get => (key ? key.split(',').map(id => get(refAtom(to, id))) : [])), [to, key]),
  );
}
