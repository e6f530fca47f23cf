import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { useExport } from '../../kit/ui/list/useExport.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { OriginLink } from './OriginLink.tsx';
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

/** What a household pays by, on paper. */
function Slip({ id }: { id: string }) {
  const { t } = useTranslation(depositRequest.name);
  const { busy, save } = useExport();
  return (
    <Button icon={Printer} busy={busy} onClick={() => save(`${depositRequest.path}/${id}/pdf`, scopeNow())}>
      {t('slip.print')}
    </Button>
  );
}

const HIDDEN = ['residentId', 'refundAmount', 'origin', 'createdAt'];

/** Deposits that units are asked for. */
export function Component() {
  const { t } = useTranslation('deposit-request');
  const detail = {
    actionsExtra: (row: Row) => <Slip id={row.id} />,
    meta: (row: Row) => <OriginLink row={row} />,
    extraTabs: (id: string) => [{ value: 'qr', label: t('qr.tab'), content: <RequestQr id={id} /> }],
  };
  return <RecordsPage definition={depositRequest} widths={WIDTHS} hidden={HIDDEN} form={FORM} detail={detail} />;
}
