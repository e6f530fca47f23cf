import { useAtomValue } from 'jotai';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, request } from '../../../kit/http/api.ts';
import { scopeAtom } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { OWN_LABEL } from './look.ts';

interface OwnLabelDialogProps {
  open: boolean;
  onClose: (done: boolean) => void;
}

/** Creates a white label of the project's own, as a copy of its current one. */
export function OwnLabelDialog({ open, onClose }: OwnLabelDialogProps) {
  const { t } = useTranslation(['unit-group', 'common', 'errors']);
  const scope = useAtomValue(scopeAtom);
  const form = useId();
  const first = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const name = first.current?.value.trim() ?? '';
    if (!name) return setError(t('errors:REQUIRED'));
    setBusy(true);
    try {
      await request('POST', OWN_LABEL, { ...scope, body: { name } });
      onClose(true);
    } catch (refused) {
      setError(refused instanceof ApiError ? refused.message : t('review.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      title={t('look.ownTitle')}
      description={t('look.ownText')}
      onClose={() => onClose(false)}
      footer={
        <>
          <LeaveButton onClick={() => onClose(false)} />
          <Button type="submit" form={form} look="filled" busy={busy}>
            {t('look.make')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={event => void make(event)} noValidate>
        <Field label={t('look.fields.name')} required error={error}>
          <TextInput ref={first} maxLength={60} onChange={() => setError('')} />
        </Field>
      </form>
    </Dialog>
  );
}
