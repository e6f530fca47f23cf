import { receipt } from '@lobby/shared/modules/receipt.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { request } from '../../kit/http/api.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { WaitingStrip } from '../approval-request/index.ts';

const FORM = pairedForm(
  [
    'categoryId',
    'amount',
    'payerName',
    'partnerId',
    'methodId',
    'fundId',
    'reference',
    'accountingDate',
    'voucherDate',
  ],
  ['content', 'remarks', 'labelIds', 'attachments', 'note'],
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

/** Leads to the receipt on paper. */
function PrintTab({ id }: { id: string }) {
  const { t } = useTranslation('receipt');
  const navigate = useNavigate();
  const { idUnitGroup } = useParams();
  const print = () => {
    void request('PUT', `${receipt.path}/${id}/print`, { ...scopeNow(), body: {} }).catch(() => undefined);
    void navigate(`/print/${idUnitGroup}/receipt/${id}`);
  };
  return (
    <DetailBody>
      <Button icon={Printer} onClick={print}>
        {t('pay.print')}
      </Button>
    </DetailBody>
  );
}

/** Money that came in. */
export function Component() {
  const { t } = useTranslation('receipt');
  return (
    <RecordsPage
      definition={receipt}
      widths={WIDTHS}
      hidden={['remarks', 'surplus', 'categoryId', 'labelIds', 'cashierId', 'createdAt']}
      form={FORM}
      detail={{
        meta: ({ id }) => <WaitingStrip id={id} />,
        extraTabs: id => [{ value: 'print', label: t('paper.print'), content: <PrintTab id={id} /> }],
      }}
    />
  );
}
