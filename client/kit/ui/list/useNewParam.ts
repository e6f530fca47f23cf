import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

const PARAM = 'new';

/** Opens the form of a new record if the URL asks for it, once: the parameter is removed. */
export function useNewParam(onCreate: (() => void) | undefined): void {
  const [params, setParams] = useSearchParams();
  const isNew = params.has(PARAM);
  const create = useRef(onCreate);
  create.current = onCreate;
  useEffect(() => {
    if (!isNew) return;
    setParams(
      before => {
        const next = new URLSearchParams(before);
        next.delete(PARAM);
        return next;
      },
      { replace: true },
    );
    create.current?.();
  }, [isNew, setParams]);
}
