import { announcement } from '@lobby/shared/modules/announcement.ts';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { toastRefusal } from '../../kit/i18n/toast-refusal.ts';
import { scopeNow } from '../../kit/session/session.ts';

/** Sends an announcement to the user alone, and says where it went. */
export function useTest(): (id: string) => Promise<void> {
  const { t } = useTranslation('announcement');
  return id =>
    request<{ to: string }>('POST', `${announcement.path}/${id}/test`, { ...scopeNow(), body: {} }).then(
      ({ data }) => toast({ tone: 'done', title: t('test.sent', { to: data.to }) }),
      error => toastRefusal(error),
    );
}
