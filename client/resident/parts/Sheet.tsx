import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '../words.ts';

interface SheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A bottom sheet, closed by its cross, by Escape, or by a press outside. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    // Focuses the title, so that screen readers read it first and no button looks selected.
    dialog.current?.querySelector('h2')?.focus();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={id}
      onClose={onClose}
      onClick={event => event.target === dialog.current && onClose()}
    >
      <div>
        <i className="grab" />
        <header>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" className="icon" aria-label={t('close')} onClick={onClose}>
            <X size={24} aria-hidden />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
