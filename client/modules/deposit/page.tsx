import { deposit } from '@lobby/shared/modules/deposit.ts';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { PaperButton } from '../../kit/ui/list/export/PaperButton.tsx';
import { printsChosen } from '../../kit/ui/list/export/PrintChosen.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { SummaryPart } from './SummaryPart.tsx';

const FORM = pairedForm(
  ['unitId', 'payerName', 'kind', 'amount', 'method', 'fundId', 'accountingDate', 'dueBackOn'],
  ['content', 'attachments'],
);
const WIDTHS = {
  code: 136,
  accountingDate: 124,
  unitId: 100,
  payerName: 180,
  amount: 132,
  remaining: 132,
  refundAmount: 132,
  kind: 140,
  origin: 148,
  originCode: 160,
  method: 120,
  fundId: 160,
  confirmed: 132,
  content: 220,
};

export function Component() {
  const { t } = useTranslation(deposit.name);
  const detail = {
    actionsExtra: (row: RecordOf<typeof deposit>) => (
      <PaperButton path={`${deposit.path}/${row.id}/pdf`}>{t('paper.print')}</PaperButton>
    ),
  };
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'deposits',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={deposit}
              widths={WIDTHS}
              form={FORM}
              detail={detail}
              bulk={printsChosen(deposit)}
            />
          ),
        },
        {
          value: 'summary',
          label: t('summary.title'),
          code: deposit.code,
          flag: 'aggregate',
          content: <SummaryPart />,
        },
      ]}
    />
  );
}
