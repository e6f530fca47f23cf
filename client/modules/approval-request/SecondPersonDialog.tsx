import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../kit/ui/overlay/ConfirmDialog.tsx';

interface SecondPersonDialogProps {
  open: boolean;
  /** Null if cancelled: the action is not sent. */
  onAnswer: (reason: string | null) => void;
}

/** Asks for the reason of an action that needs approval. */
export function SecondPersonDialog({ open, onAnswer }: SecondPersonDialogProps) {
  const { t } = useTranslation(approvalRequest.name);
  return (
    <ConfirmDialog
      open={open}
      title={t('why.title')}
      description={t('why.text')}
      confirm={t('why.send')}
      reason={{}}
      onConfirm={reason => onAnswer(reason)}
      onCancel={() => onAnswer(null)}
    />
  );
}
