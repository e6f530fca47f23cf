import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';

const openForms = atom(0);

/** Marks a form as being filled in while mounted. */
export function useFilling(): void {
  const count = useSetAtom(openForms);
  useEffect(() => {
    count(open => open + 1);
    return () => count(open => open - 1);
  }, [count]);
}

/** Whether a form is being filled in, so that the user is not interrupted. */
export const useIsFilling = (): boolean => useAtomValue(openForms) > 0;
