import { CONTACT_WAYS, debtContact, debtTracking } from '@lobby/shared/modules/debt-tracking.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextArea } from '../../kit/ui/controls/TextArea.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';

/** Records a contact about debts for several units. */
export function ContactDialog({ unitIds, onClose }: { unitIds: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation([debtContact.name, 'kit']);
  const [how, setHow] = useState<(typeof CONTACT_WAYS)[number]>('CALL');
  const [note, setNote] = useState('');
  const { busy, error, code, run } = useSubmit();
  const send = () =>
    run(async () => {
      for (const unitId of unitIds)
        await request('POST', `${debtTracking.path}/${unitId}/contact`, { ...scopeNow(), body: { how, note } });
      toast({ tone: 'done', title: t('kit:form.saved') });
      onClose();
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('log', { count: unitIds.length })}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button look="filled" busy={busy} disabled={note.trim() === ''} onClick={() => void send()}>
            {t('kit:form.save')}
          </Button>
        </>
      }
    >
      <Field label={t('fields.how')} required>
        <Select
          value={how}
          choices={CONTACT_WAYS.map(value => ({ value, label: t(`options.how.${value}`) }))}
          onChange={event => setHow(event.target.value as typeof how)}
        />
      </Field>
      <Field label={t('fields.note')} required error={error} code={code}>
        <TextArea value={note} maxLength={500} onChange={event => setNote(event.target.value)} />
      </Field>
    </Dialog>
  );
}
