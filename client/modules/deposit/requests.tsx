import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { PaperButton } from '../../kit/ui/list/export/PaperButton.tsx';
import { printsChosen } from '../../kit/ui/list/export/PrintChosen.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { RequestQr } from './RequestQr.tsx';

const FORM = pairedForm(['unitId', 'residentId', 'kind', 'amount', 'dueOn'], ['content', 'note']);
const WIDTHS = {
  code: 136,
  unitId: 100,
  content: 260,
  amount: 132,
  collected: 132,
  dueOn: 124,
  residentId: 160,
  refundAmount: 132,
  kind: 140,
  origin: 148,
  originCode: 160,
  depositId: 160,
};

export function Component() {
  const { t } = useTranslation('deposit-request');
  const detail = {
    actionsExtra: (row: RecordOf<typeof depositRequest>) => (
      <PaperButton path={`${depositRequest.path}/${row.id}/pdf`}>{t('slip.print')}</PaperButton>
    ),
    extraTabs: (id: string) => [{ value: 'qr', label: t('qr.tab'), content: <RequestQr id={id} /> }],
  };
  return (
    <RecordsPage
      definition={depositRequest}
      widths={WIDTHS}
      form={FORM}
      detail={detail}
      bulk={printsChosen(depositRequest)}
    />
  );
}
