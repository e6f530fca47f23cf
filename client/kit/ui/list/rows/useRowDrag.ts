import { type RefObject, useEffect } from 'react';

const KIND = 'application/x-lobby-order';
const OVER = 'data-over';

export interface Placed {
  id: string;
  place: number | null;
}

/** During a drag browsers reveal only the type of the data, so the data are kept here. */
let carried: { kind: string; row: Placed } | null = null;

/** Makes a cell's row draggable by the cell's handle, and a drop target: the dropped row takes its place. */
export function useRowDrag(
  cell: RefObject<HTMLElement | null>,
  kind: string,
  row: Placed,
  onDrop: (moved: Placed) => void,
): void {
  useEffect(() => {
    const line = cell.current?.closest<HTMLElement>('[role="row"]');
    if (!line) return;
    const handle = cell.current?.querySelector<HTMLElement>('[draggable]');
    const carry = (event: DragEvent) => {
      carried = { kind, row };
      event.dataTransfer?.setData(KIND, row.id);
      event.dataTransfer?.setDragImage(line, 16, 16);
    };
    const fits = () => carried?.kind === kind && carried.row.id !== row.id;
    const over = (event: DragEvent) => {
      if (!fits()) return;
      event.preventDefault();
      line.setAttribute(OVER, '');
    };
    const leave = () => line.removeAttribute(OVER);
    const drop = (event: DragEvent) => {
      leave();
      if (!fits() || !carried) return;
      event.preventDefault();
      onDrop(carried.row);
      carried = null;
    };
    handle?.addEventListener('dragstart', carry);
    line.addEventListener('dragover', over);
    line.addEventListener('dragleave', leave);
    line.addEventListener('drop', drop);
    return () => {
      handle?.removeEventListener('dragstart', carry);
      line.removeEventListener('dragover', over);
      line.removeEventListener('dragleave', leave);
      line.removeEventListener('drop', drop);
    };
  });
}
