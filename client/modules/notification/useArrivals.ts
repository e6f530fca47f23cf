import type { notificationList } from '@lobby/shared/kit/notification.contract.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from '../../kit/base/toast.ts';
import { now } from '../../kit/http/clock.ts';
import { callContract } from '../../kit/http/contract.ts';
import { lineOf } from './fold.ts';
import { onNotifications } from './useNotifications.ts';

/** More at once are told by their number. */
const MOST = 3;
const GATHER_MS = 400;

/** Says what comes while this window is looked at; not of the record that is open here. */
export function useArrivals(projectId: string): void {
  const { t } = useTranslation('notification');
  const navigate = useNavigate();
  useEffect(() => {
    let since = now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = async () => {
      timer = undefined;
      const from = new Date(since).toISOString();
      since = now();
      const query = { limit: MOST + 1, filter: { read: 'false', at: { from } } };
      const answer = await callContract<typeof notificationList>('GET', '/histories/pms', { projectId, query }).catch(
        () => null,
      );
      const rows = answer?.data.filter(({ entityId }) => !location.href.includes(entityId)) ?? [];
      if (rows.length > MOST)
        return toast({ tone: 'going', arrival: true, title: t('toastMany', { count: answer?.total ?? rows.length }) });
      for (const row of rows)
        toast({
          tone: 'going',
          arrival: true,
          title: row.title,
          description: lineOf(row),
          action: { label: t('open'), onAct: () => void navigate(row.url) },
        });
    };
    const stop = onNotifications(projectId, action => {
      if (action === 'create' && document.hasFocus()) timer ??= setTimeout(() => void say(), GATHER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [projectId, t, navigate]);
}
