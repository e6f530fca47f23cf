import { type DragEvent, useState } from 'react';

/** Takes files dropped onto an element: spread `zone` onto it; `data-over` while files hover. */
export function useDrop(take: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  return {
    zone: {
      'data-over': over || undefined,
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      },
    },
  };
}
