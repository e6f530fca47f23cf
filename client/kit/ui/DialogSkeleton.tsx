import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { PartSkeleton } from './PartSkeleton.tsx';

/** Stands for a dialog that is on its way: whoever asked for it sees that it comes. */
export function DialogSkeleton({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Dialog
      open
      title={t('state.loading')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('act.cancel')}</Button>}
    >
      <PartSkeleton />
    </Dialog>
  );
}
