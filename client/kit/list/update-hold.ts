import type { Holds } from './row-order.ts';

/** Tracks the reader's scrolling and pointer, to decide what may move on the screen. */
export interface UpdateHold {
  holds: () => Holds;
  /** The list is not at its top. */
  scrolled: (is: boolean) => void;
  /** The pointer over the list. */
  pointer: (does: 'enter' | 'move' | 'leave') => void;
  /** A row is being opened: between pressing and the open detail. */
  opening: (is: boolean) => void;
  /** A change is being held back: released at the latest after two seconds without pointer movement. */
  heldBack: () => void;
  stop: () => void;
}

const STILLNESS = 2000;

/** Calls `release` when held-back changes may be applied; `entering`: new rows may appear too. */
export function updateHold(release: (entering: boolean) => void): UpdateHold {
  let [scrolled, inside, opening] = [false, false, false];
  let moved = 0;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const letGo = () => {
    clearTimeout(timer);
    timer = undefined;
    release(!scrolled);
  };
  const wait = () => {
    const left = Math.max(moved, since) + STILLNESS - Date.now();
    if (left <= 0) letGo();
    else timer = setTimeout(wait, left);
  };
  const heldBack = () => {
    if (timer || !(inside || opening)) return;
    since = Date.now();
    timer = setTimeout(wait, STILLNESS);
  };
  const free = () => (inside || opening ? heldBack() : letGo());
  return {
    holds: () => ({ entering: scrolled || inside || opening, leaving: inside || opening }),
    scrolled(is) {
      const before = scrolled;
      scrolled = is;
      if (before && !is) free();
    },
    pointer(does) {
      moved = Date.now();
      const before = inside;
      inside = does !== 'leave';
      if (before && !inside) free();
    },
    opening(is) {
      moved = Date.now();
      const before = opening;
      opening = is;
      if (before && !is) free();
    },
    heldBack,
    stop: () => clearTimeout(timer),
  };
}
