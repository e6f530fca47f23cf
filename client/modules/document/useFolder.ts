import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** The folder in the address, and a setter that also closes the open document and the search. */
export function useFolder(): [string | null, (id: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const open = useCallback(
    (id: string | null) =>
      setParams(before => {
        const next = new URLSearchParams(before);
        for (const name of ['id', 'q', 'folderId']) next.delete(name);
        if (id) next.set('folderId', id);
        return next;
      }),
    [setParams],
  );
  const named = params.get('folderId');
  return [named && /^[\da-f]{24}$/.test(named) ? named : null, open];
}
