import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

const PARAM = 'new';

/** Opens the form of a new record where the address asks for it, once: the word is taken out of the address. */
export function useNewParam(onCreate: (() => void) | undefined): void {
  const [params, setParams] = useSearchParams();
  const asked = params.has(PARAM);
  const create = useRef(onCreate);
  create.current = onCreate;
  useEffect(() => {
    if (!asked) return;
    setParams(
      before => {
        const next = new URLSearchParams(before);
        next.delete(PARAM);
        return next;
      },
      { replace: true },
    );
    create.current?.();
  }, [asked, setParams]);
}
