import type { depositQr } from '@lobby/shared/modules/deposit.contract.ts';
import { useContract } from '../data/contract.ts';
import { t } from '../words.ts';
import { CopyField } from './CopyField.tsx';
import { QrView } from './codes.tsx';

/** Transfer details of a requested deposit: QR code, account and reference. */
export function DepositTransfer({ requestId }: { requestId: string | undefined }) {
  // Not reloaded when the request changes, because a closed one is no longer paid and its status says so.
  const transfer = useContract<typeof depositQr>('/deposit-request/:id/qr', requestId && { params: { id: requestId } })
    .data?.[0];
  if (!transfer) return null;
  return (
    <>
      <QrView text={transfer.payload} label={t('fees.qr')} caption={t('fees.anyBank')} />
      <div>
        <CopyField label={t('forms.account')} value={transfer.account} />
        <CopyField label={t('fees.keepContent')} value={transfer.content} />
      </div>
    </>
  );
}
