import { type RefObject, useLayoutEffect, useState } from 'react';

/** The look of a line that folds: what it has no room for stands on further lines, which are clipped. */
export const foldLook = {
  flexWrap: 'wrap',
  alignContent: 'flex-start',
  overflow: 'clip',
  '& > [data-folded]': { visibility: 'hidden' },
} as const;

interface Fold {
  /** What stands on no line that is seen, by its `data-value`. */
  hidden: readonly string[];
  /** The place of one of them: what is on and had no room goes first. */
  order: (value: string) => -1 | undefined;
}

/** Which parts of a line (each with its `data-value`) are folded away; `on` names those that stay in view, `words` what they say. */
export function useFold(line: RefObject<HTMLElement | null>, on: readonly string[], words: string): Fold {
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [moved, setMoved] = useState<readonly string[]>([]);
  const first = moved.filter(value => on.includes(value));
  const late = hidden.filter(value => on.includes(value) && !moved.includes(value));
  if (late.length > 0) setMoved([...first, ...late]);
  const inFront = first.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other parts, words and places are measured anew
  useLayoutEffect(() => {
    const box = line.current;
    if (!box) return;
    const parts = [...box.querySelectorAll<HTMLElement>(':scope > [data-value]')];
    const look = () => {
      const top = Math.min(...parts.map(part => part.offsetTop));
      const isBelow = (part: HTMLElement) => part.offsetTop > top + part.offsetHeight / 2;
      // The first stands in the first line however narrow that is.
      const isCut = (part: HTMLElement) => part.offsetLeft + part.offsetWidth > box.offsetLeft + box.offsetWidth + 1;
      const folds = getComputedStyle(box).flexWrap === 'wrap';
      const now = parts
        .filter(part => folds && (isBelow(part) || isCut(part)))
        .flatMap(part => part.dataset.value ?? []);
      setHidden(before => (before.join() === now.join() ? before : now));
    };
    look();
    const seen = new ResizeObserver(look);
    for (const one of [box, ...parts]) seen.observe(one);
    return () => seen.disconnect();
  }, [line, words, inFront]);
  return { hidden, order: value => (first.includes(value) ? -1 : undefined) };
}
