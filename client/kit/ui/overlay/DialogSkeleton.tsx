import { useTranslation } from 'react-i18next';
import { LeaveButton } from '../controls/LeaveButton.tsx';
import { PartSkeleton } from '../states/PartSkeleton.tsx';
import { Dialog } from './Dialog.tsx';

/** Placeholder of a loading dialog, so that the user sees it coming. */
export function DialogSkeleton({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Dialog open title={t('state.loading')} onClose={onClose} footer={<LeaveButton onClick={onClose} />}>
      <PartSkeleton />
    </Dialog>
  );
}
