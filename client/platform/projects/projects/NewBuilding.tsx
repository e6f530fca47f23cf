import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { NewBuildingForm } from './NewBuildingForm.tsx';

interface NewBuildingProps {
  open: boolean;
  /** Name of the project used as template. */
  template: string;
  onClose: () => void;
}

/** Creates a project from the open one, then switches to it. */
export function NewBuilding({ open, template, onClose }: NewBuildingProps) {
  const { t } = useTranslation(['unit-group', 'common', 'errors']);
  const form = useId();
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      open={open}
      wide
      title={t('new.title', { name: template })}
      description={t('new.text')}
      onClose={onClose}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button type="submit" form={form} look="filled" busy={busy}>
            {t('new.create')}
          </Button>
        </>
      }
    >
      <NewBuildingForm id={form} onBusy={setBusy} onClose={onClose} />
    </Dialog>
  );
}
