import type { accountQr } from '@lobby/shared/modules/fund.contract.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../kit/live/useContract.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { SampleQr } from './SampleQr.tsx';

const PAIRS = [
  'bankBin',
  'accountNumber',
  'accountName',
  'branch',
  'beneficiary',
  'transferTemplate',
  'order',
] as const;
const WIDE = ['serviceIds', 'qrImage', 'note'] as const;
const FORM = {
  size: 'wide' as const,
  fields: [...PAIRS, ...WIDE] as const,
  children: (
    <>
      <FieldPairs names={PAIRS} />
      <SampleQr />
      <FieldPairs names={[]} wide={WIDE} />
    </>
  ),
};
const WIDTHS = { order: 84, bankBin: 150, accountNumber: 170, accountName: 240, transferTemplate: 170, isDefault: 110 };

/** VietQR of an account without an amount, to scan from the screen. */
function QrTab({ id }: { id: string }) {
  const { t } = useTranslation('bank-account');
  const { data } = useContract<typeof accountQr>('/bank-account/:id/qr', { params: { id }, query: { format: 'png' } });
  return <DetailBody>{data?.png && <img src={data.png} alt={t('qr')} width={320} height={320} />}</DetailBody>;
}

export function Component() {
  const { t } = useTranslation('bank-account');
  return (
    <RecordsPage
      definition={bankAccount}
      widths={WIDTHS}
      form={FORM}
      detail={{ extraTabs: id => [{ value: 'qr', label: t('qr'), content: <QrTab id={id} /> }] }}
    />
  );
}
