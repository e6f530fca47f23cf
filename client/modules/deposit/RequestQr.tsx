import { chakra } from '@chakra-ui/react';
import type { depositQr } from '@lobby/shared/modules/deposit.contract.ts';
import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { QrCode } from '../../kit/ui/qr/QrCode.tsx';

/** VietQR of the outstanding amount, large enough to scan from the desk's screen. */
export function RequestQr({ id }: { id: string }) {
  const { t } = useTranslation('deposit-request');
  const { money } = useFormats();
  const { data, error } = useContract<typeof depositQr>('/deposit-request/:id/qr', {
    params: { id },
    follow: depositRequest.code,
  });
  const [transfer] = data ?? [];
  return (
    <DetailBody>
      {error && <p>{t('qr.settled')}</p>}
      {data && !transfer && <p>{t('qr.none')}</p>}
      {transfer && !error && (
        <>
          <chakra.div w="56">
            <QrCode text={transfer.payload} label={t('qr.label')} />
          </chakra.div>
          <p>
            {transfer.account} · {money(transfer.amount)}
            <br />
            {transfer.content}
          </p>
        </>
      )}
    </DetailBody>
  );
}
