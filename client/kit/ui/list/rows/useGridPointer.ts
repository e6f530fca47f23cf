import { useAtom, useSetAtom } from 'jotai';
import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { ListView } from '../../../list/list.ts';
import { useListModel } from '../model/model.ts';
import { extend, toggle } from '../model/selection.ts';
import { useOpening } from '../useOpening.ts';
import type { RowView } from './row-view.ts';

const rowAt = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[role=row][data-index]') : null;
const isCheck = (target: EventTarget) => target instanceof Element && target.closest('[data-check]') !== null;
/** A link or button inside a cell handles its own clicks. */
const isOwn = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, input:not([type=checkbox])') !== null;

/** Duration of a long press that selects a row, and tolerated movement in px. */
const LONG_PRESS_MS = 500;
const SLIP = 10;

/** Pointer handling of the rows: opens and selects them, and holds their positions while the pointer is over them. */
export function useGridPointer(ids: ListView['ids'], { selects, mode }: Pick<RowView, 'selects' | 'mode'>) {
  const { list, selection, selecting, current, linkTo, selects: may } = useListModel();
  const [isSelecting, setSelecting] = useAtom(selecting);
  /** A resting finger; `done` once it has selected its row, so that the browser's following click is ignored. */
  const finger = useRef({ timer: 0, x: 0, y: 0, done: false });
  const choose = useSetAtom(selection);
  const setCurrent = useSetAtom(current);
  const { press, open } = useOpening();

  function click(event: MouseEvent) {
    const row = rowAt(event.target);
    const id = row && ids[Number(row.dataset.index)];
    if (!id || isOwn(event.target)) return;
    if (finger.current.done) return;
    setCurrent({ id, ring: false });
    if (mode === 'card' && isSelecting) {
      event.preventDefault();
      return choose(before => toggle(before, id, ids));
    }
    const aside = event.ctrlKey || event.metaKey || event.button === 1;
    const check = isCheck(event.target);
    if (selects && (check || event.shiftKey)) {
      // The checkbox is controlled, so the browser's own toggle is undone.
      event.preventDefault();
      const how = event.shiftKey ? extend : toggle;
      setTimeout(() => choose(before => how(before, id, ids)));
    } else if (aside) window.open(linkTo(id), '_blank', 'noopener');
    else if (window.getSelection()?.isCollapsed !== false) open(id);
  }

  function touch(event: PointerEvent) {
    const row = rowAt(event.target);
    const id = row && ids[Number(row.dataset.index)];
    lift();
    finger.current.done = false;
    if (!id || !may || mode !== 'card' || event.pointerType === 'mouse') return;
    const timer = window.setTimeout(() => {
      finger.current.done = true;
      setSelecting(true);
      choose(before => toggle(before, id, ids));
    }, LONG_PRESS_MS);
    finger.current = { timer, x: event.clientX, y: event.clientY, done: false };
  }
  const lift = () => window.clearTimeout(finger.current.timer);
  function slide(event: PointerEvent) {
    const { x, y } = finger.current;
    if (Math.hypot(event.clientX - x, event.clientY - y) > SLIP) lift();
  }

  return {
    onPointerEnter: () => list.attention.pointer('enter'),
    onPointerMove(event: PointerEvent) {
      list.attention.pointer('move');
      slide(event);
    },
    onPointerLeave() {
      list.attention.pointer('leave');
      lift();
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    onPointerDown(event: PointerEvent) {
      if (rowAt(event.target)) press();
      touch(event);
    },
    onContextMenu: (event: MouseEvent) => finger.current.done && event.preventDefault(),
    onMouseDown(event: MouseEvent) {
      // Checkboxes leave the focus in the grid, and Shift selects rows instead of text.
      if (isCheck(event.target) || event.shiftKey) event.preventDefault();
    },
    onClick: click,
    onAuxClick: (event: MouseEvent) => event.button === 1 && click(event),
  };
}
