import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { useTranslation } from 'react-i18next';
import { pairedForm } from '../../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../../kit/ui/pages/RecordsPage.tsx';
import { PlanTab } from './PlanTab.tsx';

const FORM = pairedForm(
  ['month', 'kind', 'sendEmail', 'sendSms', 'sendZalo', 'sendApp', 'sendPrint', 'mode', 'unsentOnly', 'minOwed'],
  ['blockIds', 'floorIds', 'labelIds', 'message', 'again', 'ignoreQuietHours', 'note'],
);
const WIDTHS = { code: 156, month: 100, kind: 148, notices: 88, waiting: 96, sent: 88, failed: 80, status: 128 };

/** Sendings of notices. */
export function RunsPart() {
  const { t } = useTranslation('notice-run');
  return (
    <RecordsPage
      definition={noticeRun}
      widths={WIDTHS}
      form={FORM}
      detail={{ extraTabs: id => [{ value: 'plan', label: t('plan.tab'), content: <PlanTab id={id} /> }] }}
    />
  );
}
