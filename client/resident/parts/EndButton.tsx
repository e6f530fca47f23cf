import { type FormEvent, useState } from 'react';
import { Refused } from '../data/api.ts';
import { t } from '../words.ts';
import { Labelled } from './parts.tsx';
import { Sheet } from './Sheet.tsx';

interface EndButtonProps {
  /** Full name of the action, used as title of the confirmation and on its button. */
  act: string;
  /** Consequence of the action. */
  ask: string;
  /** Label of an additional reason. */
  why?: string;
  /** Performs the action; errors are shown in the dialog. */
  onEnd: (reason: string) => Promise<unknown>;
}

/** A button for an irreversible action, which asks for confirmation first. */
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
