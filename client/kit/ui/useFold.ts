import { type RefObject, useLayoutEffect, useState } from 'react';

/** Style of a line that folds: parts that do not fit wrap and are clipped. */
export const foldLook = {
  flexWrap: 'wrap',
  alignContent: 'flex-start',
  overflow: 'clip',
  '& > [data-folded]': { visibility: 'hidden' },
} as const;

interface Fold {
  /** Parts that are not visible, by `data-value`. */
  hidden: readonly string[];
  /** CSS order of a part: active ones that did not fit go first. */
  order: (value: string) => -1 | undefined;
}

/** Which parts of a line (with `data-value`) are folded away; `on` names those kept in view, `words` their texts. */
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
      // The first part stays on the first line, however narrow; it is cut then.
      const isCut = (part: HTMLElement) => part.offsetLeft + part.offsetWidth > box.offsetLeft + box.offsetWidth + 1;
      const folds = getComputedStyle(box).flexWrap === 'wrap';
      const now = parts
        .filter(part => folds && (isBelow(part) || isCut(part)))
        .flatMap(part => part.dataset.value ?? []);
      setHidden(before => (before.join() === now.join() ? before : now));
      // What follows the line moves up to its last visible part.
      const ends = parts.flatMap(part =>
        now.includes(part.dataset.value ?? '') ? [] : part.getBoundingClientRect().right,
      );
      const slack = now.length > 0 ? box.getBoundingClientRect().right - Math.max(0, ...ends) : 0;
      box.parentElement?.style.setProperty('--slack', `${Math.max(0, Math.round(slack))}px`);
    };
    look();
    const seen = new ResizeObserver(look);
    for (const part of [box, ...parts]) seen.observe(part);
    return () => seen.disconnect();
  }, [line, words, inFront]);
  return { hidden, order: value => (first.includes(value) ? -1 : undefined) };
}
