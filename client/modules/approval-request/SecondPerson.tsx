import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onReasonWanted } from '../../kit/http/second-person.ts';
import { ConfirmDialog } from '../../kit/ui/ConfirmDialog.tsx';

/** Asks for a reason when an act on any screen turns out to need a second person. */
export function SecondPerson() {
  const { t } = useTranslation(approvalRequest.name);
  const [answer, setAnswer] = useState<{ give: (reason: string | null) => void } | null>(null);
  useEffect(() => onReasonWanted(() => new Promise(resolve => setAnswer({ give: resolve }))), []);
  const end = (reason: string | null) => {
    answer?.give(reason);
    setAnswer(null);
  };
  return (
    <ConfirmDialog
      open={answer !== null}
      title={t('why.title')}
      description={t('why.text')}
      confirm={t('why.send')}
      reason={{}}
      onConfirm={reason => end(reason)}
      onCancel={() => end(null)}
    />
  );
}
