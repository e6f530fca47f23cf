import { useState } from 'react';

/**
 * Default tab of a screen if the URL names none: the first of `work` with a count, otherwise `rest`; null until counts are
 * known. It does not change afterwards.
 */
export function useTabWithWork<Tab extends string>(
  counts: Readonly<Record<string, number>> | undefined,
  work: readonly Tab[],
  rest: Tab,
): Tab | null {
  const [usual, setUsual] = useState<Tab | null>(null);
  if (!counts || usual) return usual;
  const first = work.find(tab => (counts[tab] ?? 0) > 0) ?? rest;
  setUsual(first);
  return first;
}
