import { chakra } from '@chakra-ui/react';
import { Bell, CheckCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { byRecord, groupNotices, type RecordNotices } from './fold.ts';
import { FoldedNotifications, NotificationRow } from './NotificationRow.tsx';
import { PushChoice, PushRefusal, usePushChoice } from './PushChoice.tsx';
import { clearShown } from './push.ts';
import { type Notification, type NotificationFilter, useNotifications } from './useNotifications.ts';

interface NotificationListProps {
  projectId: string;
  filter?: NotificationFilter;
  /** Groups the rows by day. */
  byDay?: boolean;
  /** Called on navigation, so that a surrounding panel can close. */
  onOpen?: (page?: string) => void;
}

/** Notifications of the user in a project. Showing them marks them as seen, opening one as read. */
export function NotificationList({ projectId, filter = {}, byDay = false, onOpen }: NotificationListProps) {
  const { t } = useTranslation('notification');
  const { told: page, failed, retry, more, markRead, readAll, viewAll } = useNotifications(projectId, filter);
  const push = usePushChoice();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const unseen = page?.rows.some(row => !row.viewedAt) ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is new, not for each drawing
  useEffect(() => {
    if (unseen) void viewAll();
    void clearShown(projectId);
  }, [unseen, projectId]);
  const row = (record: RecordNotices) => {
    const all = [record.newest, ...record.before];
    const isUnread = all.some(({ readAt }) => !readAt);
    return (
      <NotificationRow
        key={record.newest.id}
        {...record}
        onRead={() => void markRead(record.newest)}
        onOpen={() => {
          if (isUnread) void markRead(record.newest);
          onOpen?.();
        }}
      />
    );
  };
  return (
    <>
      <PushChoice {...push} />
      <chakra.div flex="1" minH="0" overflowY="auto" borderTopWidth="1px" borderColor="border" tabIndex={-1}>
        {failed && !page && <ErrorState title={t('failed')} onRetry={retry} />}
        {!failed && !page && <SkeletonRows rows={4} />}
        {page?.rows.length === 0 && (
          <Empty icon={Bell} title={filter.read ? t('noneUnread') : t('none')}>
            {t('noneText')}
          </Empty>
        )}
        {byDay ? (
          <Days rows={page?.rows ?? []} row={row} />
        ) : (
          groupNotices(page?.rows ?? []).map(group => {
            const first = group[0]?.newest;
            if (!first || group.length === 1 || open.has(first.kind)) return group.map(row);
            const unfold = () => setOpen(before => new Set([...before, first.kind]));
            return <FoldedNotifications key={first.id} group={group} onUnfold={unfold} />;
          })
        )}
        {more && (
          <chakra.div display="flex" justifyContent="center" p="2">
            <Button look="ghost" size="sm" onClick={more}>
              {t('older')}
            </Button>
          </chakra.div>
        )}
      </chakra.div>
      <PushRefusal state={push.state} />
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
        {page?.rows.some(notice => !notice.readAt) && (
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

/** Rows grouped by day. */
function Days({ rows, row }: { rows: readonly Notification[]; row: (notices: RecordNotices) => React.ReactNode }) {
  const { date } = useFormats();
  return [...Map.groupBy(rows, notice => date(notice.at))].map(([day, rowsOfDay]) => (
    <section key={day} aria-label={day}>
      <chakra.h2 textStyle="xs" color="fg.muted" px="4" py="1.5" bg="bg.subtle">
        {day}
      </chakra.h2>
      {byRecord(rowsOfDay).map(row)}
    </section>
  ));
}
