import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { List, ListView } from '../../../list/list.ts';
import { anchoredTop, topShowing } from '../anchor.ts';

/** Height of the bar over the last rows during a selection, in px. */
export const BULK_PADDING = 76;
const OVERSCAN = 6;

interface Options {
  box: RefObject<HTMLDivElement | null>;
  list: List;
  ids: ListView['ids'];
  rowHeight: number;
  /** Height of the fixed header in the box. */
  head: number;
  /** Space below the last row in px. */
  foot: number;
  opened: string | null;
}

/** State of the last render. */
interface Drawn {
  virtual: Virtualizer<HTMLDivElement, Element>;
  top: number;
  jumps: boolean;
}

/** Whether scrolling moves by whole screens, so that rendering rows beyond the visible ones is wasted. */
function isJump(drawn: Drawn | null, height: number): boolean {
  if (!drawn?.virtual.isScrolling) return false;
  const moved = Math.abs((drawn.virtual.scrollOffset ?? 0) - drawn.top);
  return moved === 0 ? drawn.jumps : moved > height;
}

/** The rendered rows, and a function to bring one into view. */
export function useRenderedRows({ box, list, ids, rowHeight, head, foot, opened }: Options) {
  const drawn = useRef<Drawn>(null);
  const jumps = isJump(drawn.current, box.current?.clientHeight ?? 0);
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: jumps ? 0 : OVERSCAN,
    scrollMargin: head,
  });
  drawn.current = { virtual, top: virtual.scrollOffset ?? 0, jumps };
  const standing = useRef({ ids, rowHeight, top: 0, opened });

  useLayoutEffect(() => {
    const before = standing.current;
    const element = box.current;
    if (!element) return;
    if (before.rowHeight !== rowHeight) virtual.measure();
    if (before.ids !== ids || before.rowHeight !== rowHeight) {
      const top = anchoredTop(before, ids, rowHeight, opened ?? before.opened);
      if (top !== element.scrollTop) element.scrollTop = top;
    }
    // The list unfolds a moment after the record was closed, so its row is held until then.
    const held = opened ?? (before.rowHeight === rowHeight ? before.opened : null);
    standing.current = { ids, rowHeight, top: element.scrollTop, opened: held };
  }, [ids, rowHeight, opened, virtual, box]);

  const items = virtual.getVirtualItems();
  const [from, to] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => list.show(from, to), [list, from, to]);

  function scrollTo(top: number): void {
    const element = box.current;
    if (!element || element.scrollTop === top) return;
    element.scrollTop = top;
    // Rows may change before the scroll event arrives: holds their new position.
    standing.current.top = element.scrollTop;
  }

  return {
    items,
    /** Top of the first rendered row below the header in px. */
    offset: (items[0]?.start ?? head) - head,
    height: ids.length * rowHeight + foot,
    /** Stores the scroll offset; the list learns whether it is at its top. */
    scrolled(top: number) {
      standing.current.top = top;
      list.attention.scrolled(top > 0);
    },
    reveal(index: number) {
      const element = box.current;
      if (element) scrollTo(topShowing(index, rowHeight, element.scrollTop, element.clientHeight - head - foot));
    },
    toTop: () => scrollTo(0),
    /** Rows per screen. */
    page: () => Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - head) / rowHeight) - 1),
  };
}
