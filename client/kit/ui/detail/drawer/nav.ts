/** Position of an open record among its neighbours, with functions to move. */
export interface DetailNav {
  /** From 1; null if unknown, or without a list. */
  position?: number | null;
  total?: number | null;
  /** Undefined at the end. */
  next?: () => void;
  previous?: () => void;
  close: () => void;
}

/** Navigation through the records of a screen in displayed order. */
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
