import { BANK_STATEMENT } from '@lobby/shared/modules/bank-statement.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { useTranslation } from 'react-i18next';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { printsChosen } from '../../kit/ui/list/export/PrintChosen.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { WaitingStrip } from '../approval-request/index.ts';
import { LinesTab } from '../bank-statement/index.ts';
import { PaidFor } from './PaidFor.tsx';
import { PrintButton } from './PrintButton.tsx';
import { VoucherPaper } from './VoucherPaper.tsx';

const FORM = pairedForm(
  [
    'categoryId',
    'amount',
    'payerName',
    'partnerId',
    'methodId',
    'fundId',
    'accountingDate',
    'voucherDate',
    'reference',
    'labelIds',
  ],
  // An address has three inputs.
  ['payerAddress', 'content', 'remarks', 'attachments', 'note'],
);
const WIDTHS = {
  accountingDate: 124,
  type: 148,
  unitId: 96,
  payerName: 180,
  amount: 132,
  method: 120,
  fundId: 160,
  content: 220,
  remarks: 200,
  surplus: 124,
};

export function Component() {
  const { t } = useTranslation(['receipt', 'bank-statement-line']);
  return (
    <RecordsPage
      definition={receipt}
      widths={WIDTHS}
      form={FORM}
      bulk={printsChosen(receipt)}
      detail={{
        meta: ({ id }) => <WaitingStrip id={id} />,
        parts: ({ id }) => ({ lines: <PaidFor id={String(id)} /> }),
        lead: ({ id, status }) =>
          status === 'NOT_CANCELED' && <PrintButton definition={receipt} id={id} look="filled" />,
        extraTabs: id => [
          { value: 'print', label: t('paper.tab'), content: <VoucherPaper definition={receipt} id={id} /> },
          {
            value: 'statement',
            label: t('bank-statement-line:plural'),
            code: BANK_STATEMENT,
            content: <LinesTab by="receiptIds" id={id} />,
          },
        ],
      }}
    />
  );
}
