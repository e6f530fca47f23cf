import { fundTransfer } from '@lobby/shared/modules/fund.ts';
import { useTranslation } from 'react-i18next';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { PaperButton } from '../../kit/ui/list/export/PaperButton.tsx';
import { printsChosen } from '../../kit/ui/list/export/PrintChosen.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(
  ['fromFundId', 'toFundId', 'amount', 'fee', 'accountingDate', 'voucherDate'],
  ['content', 'attachments'],
);
const WIDTHS = {
  accountingDate: 124,
  fromFundId: 180,
  toFundId: 180,
  amount: 140,
  content: 240,
};

export function Component() {
  const { t } = useTranslation(fundTransfer.name);
  return (
    <RecordsPage
      definition={fundTransfer}
      widths={WIDTHS}
      form={FORM}
      bulk={printsChosen(fundTransfer)}
      detail={{
        actionsExtra: row => <PaperButton path={`${fundTransfer.path}/${row.id}/pdf`}>{t('paper.title')}</PaperButton>,
      }}
    />
  );
}
