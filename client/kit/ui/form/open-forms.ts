import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';

const openForms = atom(0);

/** Says that something is being filled in, as long as whoever calls it is there. */
export function useFilling(): void {
  const count = useSetAtom(openForms);
  useEffect(() => {
    count(open => open + 1);
    return () => count(open => open - 1);
  }, [count]);
}

/** Whether something is being filled in: nobody is to be drawn away from it. */
export const useIsFilling = (): boolean => useAtomValue(openForms) > 0;
