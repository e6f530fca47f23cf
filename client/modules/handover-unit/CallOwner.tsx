import { resident } from '@lobby/shared/modules/resident.ts';
import { Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { usePhone } from '../../kit/ui/layout/phone.ts';

/** On phones, calls the owner. The number is revealed, which the activity records. */
export function CallOwner({ ownerId }: { ownerId: string | null | undefined }) {
  const { t } = useTranslation(['handover-schedule', 'kit']);
  const isPhone = usePhone();
  const may = useCan(resident.code, 'readEncrypted');
  const { busy, run } = useSubmit();
  if (!isPhone || !may || !ownerId) return null;
  const call = () =>
    run(async () => {
      const path = `${resident.path}/${ownerId}/reveal`;
      const { data } = await request<{ values: { phone?: string | null } }>('PUT', path, scopeNow());
      const { phone } = data.values;
      if (phone) window.location.assign(`tel:${phone}`);
      else toast({ tone: 'bad', title: t('noPhone') });
    });
  return <IconButton icon={Phone} label={t('call')} disabled={busy} onClick={() => void call()} />;
}
