import { type DragEvent, useState } from 'react';

const KIND = 'application/x-lobby-line';
/** While something is carried a browser tells its kind, not what it is. */
let carried: string | null = null;

/** Takes a line of a tree in hand. */
export function carry(event: DragEvent, id: string): void {
  carried = id;
  event.dataTransfer.setData(KIND, id);
  event.dataTransfer.effectAllowed = 'move';
}

/** What may be put down on a line, and what comes of it. */
export interface Landing {
  takes: (id: string, into: string) => boolean;
  onMove?: ((id: string, into: string) => void) | undefined;
  onFiles?: ((files: readonly File[], into: string) => void) | undefined;
}

/** The handlers of a place that lines and files are put down on; `data-over` while something that fits is above it. */
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
