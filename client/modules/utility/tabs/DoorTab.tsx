import type { doorCode } from '@lobby/shared/modules/utility.contract.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { QrSheet } from '../../../kit/ui/qr/QrSheet.tsx';

/** QR code for the door of an amenity: residents scan it to check in. */
export function DoorTab({ id }: { id: string }) {
  const { t } = useTranslation(utility.name);
  const may = useCan(utility.code, 'write');
  const { data } = useContract<typeof doorCode>('/utility/:id/door-code', may && { params: { id } });
  const text = data ? `${location.origin}/resident/amenities/door-${id}.${data.code}` : null;
  return (
    <DetailBody>
      <QrSheet text={text} label={t('door.title')} help={t('door.help')} print={t('door.print')} />
    </DetailBody>
  );
}
