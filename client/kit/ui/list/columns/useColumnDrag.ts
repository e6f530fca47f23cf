import { type PointerEvent, useRef, useState } from 'react';
import { styleClass } from '../../../../theme/classes.ts';
import type { Column } from './columns.ts';

type Move = (field: string, before: string | null) => void;

/** Target position of a dragged column. */
export const lineClass = styleClass({
  position: 'absolute',
  insetBlock: '0',
  w: '0.5',
  ms: '-1px',
  bg: 'accent.solid',
  pointerEvents: 'none',
  zIndex: '3',
});

/** Distance in px at which a press becomes a drag. */
const START = 6;

const headAt = (target: EventTarget) =>
  target instanceof Element && !target.closest('[role=separator]')
    ? target.closest<HTMLElement>('[role=columnheader][data-field]')
    : null;

/** Moves a column by one; the first stays. */
export function step(columns: readonly Column[], field: string, by: 1 | -1, onMove: Move): void {
  const at = columns.findIndex(column => column.field === field);
  const to = at + (by > 0 ? 2 : -1);
  if (at > 0 && to > 0 && to <= columns.length) onMove(field, columns[to]?.field ?? null);
}

/** Dragging of columns by their headers; `line` is the target position in px from the left. */
export function useColumnDrag(columns: readonly Column[], onMove: Move) {
  const held = useRef<{ field: string; x: number; dragging: boolean } | null>(null);
  const [place, setPlace] = useState<{ line: number; before: string | null } | null>(null);

  function placeAt(row: HTMLElement, x: number): { line: number; before: string | null } | null {
    const heads = [...row.querySelectorAll<HTMLElement>('[role=columnheader][data-field]')].slice(1);
    const left = row.getBoundingClientRect().left;
    for (const head of heads) {
      const box = head.getBoundingClientRect();
      if (x < box.left + box.width / 2) return { line: box.left - left, before: head.dataset.field ?? null };
    }
    const last = heads.at(-1)?.getBoundingClientRect();
    return last ? { line: last.right - left, before: null } : null;
  }

  return {
    line: place?.line ?? null,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const field = headAt(event.target)?.dataset.field;
      const movable = event.pointerType === 'mouse' && event.button === 0 && field !== columns[0]?.field;
      held.current = field && movable ? { field, x: event.clientX, dragging: false } : null;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const now = held.current;
      if (!now || (!now.dragging && Math.abs(event.clientX - now.x) < START)) return;
      if (!now.dragging) event.currentTarget.setPointerCapture(event.pointerId);
      now.dragging = true;
      setPlace(placeAt(event.currentTarget, event.clientX));
    },
    onPointerUp() {
      const now = held.current;
      if (now?.dragging && place && place.before !== now.field) onMove(now.field, place.before);
      setPlace(null);
      // Keeps the state until the click after a drag was handled, so that it does not sort.
      setTimeout(() => {
        held.current = null;
      });
    },
    onPointerCancel() {
      held.current = null;
      setPlace(null);
    },
    onClickCapture(event: { stopPropagation: () => void; preventDefault: () => void }) {
      if (!held.current?.dragging) return;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}
