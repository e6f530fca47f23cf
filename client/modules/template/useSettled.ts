import { useEffect, useState } from 'react';
import { debounce } from '../../kit/http/debounce.ts';

/** Debounced values: updated after a pause in typing. */
export function useSettled<T>(values: T): T {
  const [settled, setSettled] = useState(values);
  const key = JSON.stringify(values);
  useEffect(() => {
    const soon = debounce(() => setSettled(JSON.parse(key)), 400, 2000);
    soon.soon();
    return soon.cancel;
  }, [key]);
  return settled;
}
