import { type DragEvent, useState } from 'react';

const KIND = 'application/x-lobby-line';
/** During a drag browsers reveal only the type of the data, so the data are kept here. */
let carried: string | null = null;

/** Starts dragging a line. */
export function carry(event: DragEvent, id: string): void {
  carried = id;
  event.dataTransfer.setData(KIND, id);
  event.dataTransfer.effectAllowed = 'move';
}

/** Conditions and handlers of a drop on a line. */
export interface Landing {
  takes: (id: string, into: string) => boolean;
  onMove?: ((id: string, into: string) => void) | undefined;
  onFiles?: ((files: readonly File[], into: string) => void) | undefined;
}

/** Handlers of a drop target for lines and files; sets `data-over` while something acceptable hovers. */
export function useLanding(into: string, { takes, onMove, onFiles }: Landing) {
  const [over, setOver] = useState(false);
  const fits = ({ dataTransfer: { types } }: DragEvent) =>
    types.includes(KIND) ? carried !== null && takes(carried, into) : onFiles !== undefined && types.includes('Files');
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!fits(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!fits(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const id = event.dataTransfer.getData(KIND);
      if (id) onMove?.(id, into);
      else onFiles?.([...event.dataTransfer.files], into);
    },
  };
}
