import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { OriginLink } from './OriginLink.tsx';
import { RequestQr } from './RequestQr.tsx';

const FORM = pairedForm(['unitId', 'amount', 'dueOn'], ['content']);
const WIDTHS = {
  code: 136,
  unitId: 100,
  content: 260,
  amount: 132,
  collected: 132,
  dueOn: 124,
  origin: 148,
  originCode: 160,
  depositId: 160,
};

/** Deposits that units are asked for. */
export function Component() {
  const { t } = useTranslation('deposit-request');
  const detail = {
    meta: (row: Row) => <OriginLink row={row} />,
    extraTabs: (id: string) => [{ value: 'qr', label: t('qr.tab'), content: <RequestQr id={id} /> }],
  };
  return <RecordsPage definition={depositRequest} widths={WIDTHS} hidden={['createdAt']} form={FORM} detail={detail} />;
}
