import { asset } from '@lobby/shared/modules/asset.ts';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../kit/live/useQuery.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { QrSheet } from '../../kit/ui/qr/QrSheet.tsx';

/** QR code of an asset or machine; its page is public. */
export function QrTab({ of, id }: { of: { path: string; code: string }; id: string }) {
  const { t } = useTranslation(asset.name);
  const { data } = useQuery<{ token: string }>(`${of.path}/${id}/qr`, { follow: of.code });
  const text = data ? `${location.origin}/resident/q#${data.token}` : null;
  return (
    <DetailBody>
      <QrSheet text={text} label={t('qr.tab')} help={t('qr.help')} print={t('qr.print')} />
    </DetailBody>
  );
}
