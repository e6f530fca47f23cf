import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';
import { LeaveButton } from './LeaveButton.tsx';
import { PartSkeleton } from './PartSkeleton.tsx';

/** Placeholder of a loading dialog, so that the user sees it coming. */
export function DialogSkeleton({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Dialog open title={t('state.loading')} onClose={onClose} footer={<LeaveButton onClick={onClose} />}>
      <PartSkeleton />
    </Dialog>
  );
}
