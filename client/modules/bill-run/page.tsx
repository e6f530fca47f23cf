import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { useTranslation } from 'react-i18next';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { PreviewTab } from './PreviewTab.tsx';

const FORM = pairedForm(['month'], ['serviceIds', 'blockIds', 'note']);
const WIDTHS = {
  code: 156,
  month: 104,
  serviceIds: 200,
  units: 88,
  done: 92,
  made: 100,
  skipped: 92,
  total: 148,
  status: 120,
};

/** The making of a month's bills: chosen, looked at, then made in the background for all to see. */
export function Component() {
  const { t } = useTranslation('bill-run');
  return (
    <RecordsPage
      definition={billRun}
      widths={WIDTHS}
      hidden={['blockIds', 'createdAt']}
      form={FORM}
      detail={{ extraTabs: id => [{ value: 'preview', label: t('preview.tab'), content: <PreviewTab id={id} /> }] }}
    />
  );
}
