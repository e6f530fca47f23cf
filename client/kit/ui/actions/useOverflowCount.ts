import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** How many of the children of a bar fit into one line; `key` tells when others stand there. */
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
