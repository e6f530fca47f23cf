import type { notificationList } from '@lobby/shared/kit/notification.contract.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from '../../kit/base/toast.ts';
import { now } from '../../kit/http/clock.ts';
import { callContract } from '../../kit/http/contract.ts';
import { lineOf } from './fold.ts';
import { onNotifications } from './useNotifications.ts';

/** More arrivals at once are announced by their number. */
const MOST = 3;
const GATHER_MS = 400;

/** Announces new notifications while the window is visible, except those of the open record. */
export function useArrivals(projectId: string): void {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  useEffect(() => {
    let since = now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = async () => {
      timer = undefined;
      const from = new Date(since).toISOString();
      since = now();
      const query = { limit: MOST + 1, filter: { read: 'false' as const, at: { from } } };
      const answer = await callContract<typeof notificationList>('GET', '/histories/pms', { projectId, query }).catch(
        () => null,
      );
      const rows = answer?.data.filter(({ entityId }) => !location.href.includes(entityId)) ?? [];
      if (rows.length > MOST)
        return toast({ tone: 'going', arrival: true, title: t('bell.many', { count: answer?.total ?? rows.length }) });
      for (const row of rows)
        toast({
          tone: 'going',
          arrival: true,
          title: row.title,
          description: lineOf(row),
          action: { label: t('bell.open'), onAct: () => void navigate(row.url) },
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
