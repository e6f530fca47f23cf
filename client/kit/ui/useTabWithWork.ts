import { useState } from 'react';

/**
 * The tab with which a screen begins whose address names none: the first of `work` of which there is something, else
 * `rest`; null until the counts are known. It stays as it was then: a tab does not change under the reader's hand.
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
