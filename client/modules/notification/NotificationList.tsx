import { chakra } from '@chakra-ui/react';
import { Bell, CheckCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/Button.tsx';
import { Empty, ErrorState } from '../../kit/ui/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { NotificationRow } from './NotificationRow.tsx';
import { PushChoice } from './PushChoice.tsx';
import { clearShown } from './push.ts';
import { useNotifications } from './useNotifications.ts';

/** What the reader was told of in a project; seen by being shown, read by being opened. `onOpen`: it stands in a panel, which closes. */
export function NotificationList({ projectId, onOpen }: { projectId: string; onOpen?: (page?: string) => void }) {
  const { t } = useTranslation('notification');
  const { told, failed, retry, more, markRead, readAll, viewAll } = useNotifications(projectId, false);
  const unseen = told?.rows.some(row => !row.viewed) ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is new, not for each drawing
  useEffect(() => {
    if (unseen) void viewAll();
    void clearShown(projectId);
  }, [unseen, projectId]);
  return (
    <>
      <PushChoice />
      <chakra.div flex="1" minH="0" overflowY="auto" borderTopWidth="1px" borderColor="border" tabIndex={-1}>
        {failed && !told && <ErrorState title={t('failed')} onRetry={retry} />}
        {!failed && !told && <SkeletonRows rows={4} />}
        {told?.rows.length === 0 && (
          <Empty icon={Bell} title={t('none')}>
            {t('noneText')}
          </Empty>
        )}
        {told?.rows.map(row => (
          <NotificationRow
            key={row.id}
            row={row}
            onOpen={() => {
              if (!row.read) void markRead(row.id);
              onOpen?.();
            }}
          />
        ))}
        {more && (
          <chakra.div display="flex" justifyContent="center" p="2">
            <Button look="ghost" size="sm" onClick={more}>
              {t('older')}
            </Button>
          </chakra.div>
        )}
      </chakra.div>
      <chakra.div
        display="flex"
        justifyContent="space-between"
        flex="none"
        px="2"
        py="1.5"
        borderTopWidth="1px"
        borderColor="border"
        _empty={{ display: 'none' }}
      >
        {told?.rows.some(row => !row.read) && (
          <Button look="ghost" size="sm" icon={CheckCheck} onClick={() => void readAll()}>
            {t('readAll')}
          </Button>
        )}
        {onOpen && (
          <Button look="ghost" size="sm" onClick={() => onOpen(`/projects/${projectId}/notifications`)}>
            {t('all')}
          </Button>
        )}
      </chakra.div>
    </>
  );
}
