import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Dialog } from '../../kit/ui/Dialog.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { DayInput } from '../../kit/ui/form/DayInput.tsx';
import { thisMonth } from '../../kit/ui/today.ts';
import { useSubmit } from '../../kit/ui/useSubmit.ts';

/** Asks for the month whose notices are made. */
export function IssueDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['fee-notice', 'kit']);
  const [month, setMonth] = useState(thisMonth());
  const { busy, error, run } = useSubmit();
  const issue = () =>
    run(async () => {
      const { data } = await request<{ made: number; known: number }>('POST', `${feeNotice.path}/issue`, {
        ...scopeNow(),
        body: { month },
      });
      toast({ tone: 'done', title: t('issue.done', { made: data.made, known: data.known }) });
      onClose();
    });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('issue.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('kit:form.cancel')}</Button>
          <Button look="filled" busy={busy} onClick={() => void issue()}>
            {t('issue.now')}
          </Button>
        </>
      }
    >
      <Field label={t('fields.month')} required error={error} help={t('issue.help')}>
        <DayInput kind="month" label={t('fields.month')} value={month} onChange={setMonth} />
      </Field>
    </Dialog>
  );
}
