import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Number of children that fit in one line of a bar; `key` changes with the children. */
export function useOverflowCount(bar: RefObject<HTMLElement | null>, most: number, key: string): number {
  const [fit, setFit] = useState(most);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other children are measured anew
  useLayoutEffect(() => setFit(most), [most, key]);
  useLayoutEffect(() => {
    const box = bar.current;
    if (box && fit > 1 && box.scrollWidth > box.clientWidth) setFit(fit - 1);
  });
  useEffect(() => {
    const box = bar.current;
    if (!box) return;
    let width = box.clientWidth;
    const observer = new ResizeObserver(() => {
      if (box.clientWidth === width) return;
      width = box.clientWidth;
      setFit(most);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [bar, most]);
  return fit;
}
