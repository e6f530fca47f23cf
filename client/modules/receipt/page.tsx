import { receipt } from '@lobby/shared/modules/receipt.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { Button } from '../../kit/ui/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(
  ['payerName', 'amount', 'method', 'fundId', 'accountingDate', 'voucherDate'],
  ['content', 'attachments'],
);
const WIDTHS = {
  ...{
    code: 150,
    accountingDate: 124,
    type: 148,
    unitId: 96,
    payerName: 180,
    amount: 132,
    method: 120,
    fundId: 160,
    content: 220,
  },
  ...{ status: 124 },
};

/** Leads to the receipt on paper. */
function PrintTab({ id }: { id: string }) {
  const { t } = useTranslation('receipt');
  const navigate = useNavigate();
  const { idUnitGroup } = useParams();
  return (
    <DetailBody>
      <Button icon={Printer} onClick={() => void navigate(`/print/${idUnitGroup}/receipt/${id}`)}>
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
      hidden={['toAccount', 'cashierId', 'createdAt']}
      form={FORM}
      detail={{ extraTabs: id => [{ value: 'print', label: t('paper.print'), content: <PrintTab id={id} /> }] }}
    />
  );
}
