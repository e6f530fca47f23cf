import { useEffect, useRef } from 'react';

/** Shift+F1 begins a visit, Shift+F2 leads to the familiar guests (product.md 2, Shortcuts): also from an input, since they type nothing. */
export function useVisitorKeys(does: { create: () => void; guests: () => void }): void {
  const latest = useRef(does);
  latest.current = does;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key !== 'F1' && event.key !== 'F2') return;
      event.preventDefault();
      if (event.key === 'F1') latest.current.create();
      else latest.current.guests();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
