import { BANK_STATEMENT } from '@lobby/shared/modules/bank-statement.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { printsChosen } from '../../kit/ui/list/export/PrintChosen.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { WaitingStrip } from '../approval-request/index.ts';
import { LinesTab } from '../bank-statement/index.ts';
import { PrintButton, VoucherPaper } from '../receipt/index.ts';
import { CategoriesPart } from '../voucher-category/index.ts';
import { RefundLimit } from './RefundLimit.tsx';

const PAIRS = [
  'purpose',
  'amount',
  'unitId',
  'serviceId',
  'depositId',
  'payeeKind',
  'payeeName',
  'residentId',
  'partnerId',
  'employeeId',
  'method',
  'fundId',
  'accountingDate',
  'voucherDate',
  'payeeBankBin',
  'payeeAccountNumber',
  'payeeAccountName',
] as const;
const WIDE = ['categories', 'content', 'remarks', 'labelIds', 'attachments', 'note'] as const;
const FORM = {
  size: 'wide' as const,
  fields: [...PAIRS, ...WIDE] as const,
  children: (
    <>
      <FieldPairs names={PAIRS} wide={WIDE} />
      <RefundLimit />
    </>
  ),
};
const WIDTHS = {
  accountingDate: 124,
  purpose: 150,
  category: 140,
  unitId: 96,
  payeeName: 200,
  amount: 132,
  fundId: 160,
  content: 220,
};

/** Payslips, and categories of income and expenses. */
export function Component() {
  const { t } = useTranslation([payslip.name, voucherCategory.name, 'bank-statement-line']);
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'payslips',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={payslip}
              widths={WIDTHS}
              form={FORM}
              bulk={printsChosen(payslip)}
              detail={{
                meta: ({ id }: RecordOf<typeof payslip>) => <WaitingStrip id={id} />,
                lead: ({ id, status }: RecordOf<typeof payslip>) =>
                  status === 'NOT_CANCELED' && <PrintButton definition={payslip} id={id} look="filled" />,
                extraTabs: id => [
                  { value: 'print', label: t('paper.tab'), content: <VoucherPaper definition={payslip} id={id} /> },
                  {
                    value: 'statement',
                    label: t('bank-statement-line:plural'),
                    code: BANK_STATEMENT,
                    content: <LinesTab by="payslipId" id={id} />,
                  },
                ],
              }}
            />
          ),
        },
        {
          value: 'categories',
          label: t('voucher-category:plural'),
          content: <CategoriesPart />,
        },
      ]}
    />
  );
}
