import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../base/toast.ts';
import { ApiError, request } from '../../http/api.ts';
import { toastRefusal } from '../../i18n/toast-refusal.ts';
import { scopeNow } from '../../session/session.ts';
import { Button } from '../controls/Button.tsx';
import { LeaveButton } from '../controls/LeaveButton.tsx';
import { useIdempotencyKey } from '../controls/useIdempotencyKey.ts';
import { Dialog } from './Dialog.tsx';

interface SendDialogProps<Answer> {
  title: ReactNode;
  description?: ReactNode;
  /** Label of the button. */
  send: ReactNode;
  /** URL of the request. */
  path: string;
  /** Body of the request; null if the input is invalid. */
  body: () => object | null;
  disabled?: boolean;
  /** Message after success. */
  told: (answer: Answer) => string;
  /** Errors by field, in words. */
  onFaults?: (faults: Record<string, string>) => void;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}

/** A dialog with a small form that creates something; sent once, however often the button is clicked. */
export function CommandDialog<Answer>(props: SendDialogProps<Answer>) {
  const { title, description, send, path, disabled, told, onFaults, onClose, className, children } = props;
  const { t } = useTranslation(['common', 'errors']);
  const form = useId();
  const [busy, setBusy] = useState(false);
  const keyOf = useIdempotencyKey();
  async function submit(event: FormEvent) {
    event.preventDefault();
    const body = busy || disabled ? null : props.body();
    if (!body) return;
    setBusy(true);
    try {
      const { data } = await request<Answer>('POST', path, { ...scopeNow(), body, idempotencyKey: keyOf(body) });
      toast({ tone: 'done', title: told(data) });
      onClose();
    } catch (error) {
      const faults = error instanceof ApiError ? Object.entries(error.fields) : [];
      onFaults?.(
        Object.fromEntries(faults.map(([name, { code, params }]) => [name, t(`errors:${code}`, { ...params })])),
      );
      if (faults.length === 0 || !onFaults) void toastRefusal(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      title={title}
      description={description}
      onClose={onClose}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button type="submit" form={form} look="filled" busy={busy} disabled={disabled}>
            {send}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={event => void submit(event)} className={className}>
        {children}
      </form>
    </Dialog>
  );
}
