import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** The folder that the address names, and how to go to another; the open document and what was searched belong to the one that is left. */
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
