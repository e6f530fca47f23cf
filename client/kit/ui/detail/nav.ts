/** The place of an open record among its neighbours, and the ways to them. */
export interface DetailNav {
  /** From 1; null while it is not known, or where there is no list. */
  position?: number | null;
  total?: number | null;
  /** Absent at the ends. */
  next?: () => void;
  previous?: () => void;
  close: () => void;
}

/** Walks the records of a screen in the order in which they are shown. */
export function navAlong(order: readonly string[], id: string, onOpen: (id: string | null) => void): DetailNav {
  const at = order.indexOf(id);
  const step = (to: string | undefined) => (to === undefined ? undefined : () => onOpen(to));
  return {
    position: at < 0 ? null : at + 1,
    total: order.length,
    next: step(order[at + 1]),
    previous: at > 0 ? step(order[at - 1]) : undefined,
    close: () => onOpen(null),
  };
}
