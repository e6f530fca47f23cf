import { type FormEvent, useState } from 'react';
import { Refused } from './api.ts';
import { Labelled } from './parts.tsx';
import { Sheet } from './Sheet.tsx';
import { t } from './words.ts';

interface EndButtonProps {
  /** The act by its full name: it heads the question and is its button. */
  act: string;
  /** What ends with it. */
  ask: string;
  /** What is asked for beside it: why. */
  why?: string;
  /** Does it; what it throws is shown where it was asked. */
  onEnd: (reason: string) => Promise<unknown>;
}

/** A button of what cannot be taken back: nothing happens before its question is answered. */
export function EndButton({ act, ask, why, onEnd }: EndButtonProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const close = () => {
    setOpen(false);
    setRefused('');
  };
  const end = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
    setBusy(true);
    try {
      await onEnd(reason);
      close();
    } catch (failure) {
      setRefused((failure instanceof Refused && failure.message) || t('failed'));
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" className="quiet" onClick={() => setOpen(true)}>
        {act}
      </button>
      {open && (
        <Sheet title={act} onClose={close}>
          <form className="stack" onSubmit={event => void end(event)}>
            <p>{ask}</p>
            {why && (
              <Labelled label={why}>
                <textarea name="reason" rows={2} required maxLength={500} />
              </Labelled>
            )}
            {refused && (
              <p className="error" role="alert">
                {refused}
              </p>
            )}
            <button type="submit" className="main" disabled={busy}>
              {act}
            </button>
            <button type="button" className="quiet" onClick={close}>
              {t('keep')}
            </button>
          </form>
        </Sheet>
      )}
    </>
  );
}
