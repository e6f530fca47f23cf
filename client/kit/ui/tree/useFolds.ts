import { useCallback, useState } from 'react';

type Fold = (ids: readonly string[], shut: boolean) => void;

/** Closed nodes of a tree, and a function to open or close some. */
export function useFolds(): [closed: ReadonlySet<string>, fold: Fold] {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const fold = useCallback<Fold>(
    (ids, shut) =>
      setClosed(before => (shut ? new Set([...before, ...ids]) : new Set([...before].filter(id => !ids.includes(id))))),
    [],
  );
  return [closed, fold];
}
