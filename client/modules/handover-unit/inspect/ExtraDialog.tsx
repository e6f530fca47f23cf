import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';

interface ExtraDialogProps {
  room: string;
  onAdd: (item: string, note: string) => void;
  onClose: () => void;
}

/** Adds a defect of an item that is not on the sheet. */
export function ExtraDialog({ room, onAdd, onClose }: ExtraDialogProps) {
  const { t } = useTranslation(['handover-schedule', 'common']);
  const [item, setItem] = useState('');
  const [note, setNote] = useState('');
  const add = () => item.trim().length > 1 && onAdd(item.trim(), note.trim());
  return (
    <Dialog
      open
      title={t('sheet.add')}
      description={room}
      onClose={onClose}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button look="filled" disabled={item.trim().length < 2} onClick={add}>
            {t('sheet.add')}
          </Button>
        </>
      }
    >
      <Field label={t('sheet.addWhat')} required>
        <TextInput value={item} maxLength={150} onChange={event => setItem(event.target.value)} />
      </Field>
      <Field label={t('sheet.note')}>
        <TextInput value={note} maxLength={500} onChange={event => setNote(event.target.value)} />
      </Field>
    </Dialog>
  );
}
