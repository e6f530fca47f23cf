import { chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { badgesAtom } from '../../kit/live/badges.ts';
import { myUserId } from '../../kit/session/session.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { Badge } from '../../kit/ui/marks/Badge.tsx';
import { Popover } from '../../kit/ui/overlay/Popover.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';
import { renewPush } from './push.ts';
import { ReadTabs } from './ReadTabs.tsx';
import { useArrivals } from './useArrivals.ts';

const NotificationList = lazyPart(
  async () => (await import('./NotificationList.tsx')).NotificationList,
  () => <PartSkeleton />,
);

const ALL = {};
const UNREAD = { read: 'false' } as const;

/** Navigates on clicks on push notifications, and renews this browser's subscription. */
function useOpenedAlerts(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const renew = () => void renewPush(myUserId() ?? '').catch(() => null);
    const open = ({ data }: MessageEvent<{ type?: string; url?: string } | undefined>) => {
      if (data?.type === 'open' && data.url?.startsWith('/projects/')) void navigate(data.url);
      if (data?.type === 'renew') renew();
    };
    renew();
    navigator.serviceWorker?.addEventListener('message', open);
    return () => navigator.serviceWorker?.removeEventListener('message', open);
  }, [navigate]);
}

/** Bell in the header with the number of unseen notifications and their list. */
export function Bell({ projectId }: { projectId: string }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const count = useAtomValue(badgesAtom(projectId)).NOTIFICATION ?? 0;
  const [unread, setUnread] = useState(false);
  useOpenedAlerts();
  useArrivals(projectId);
  return (
    <chakra.span position="relative" display="inline-flex" me={count > 0 ? '4' : undefined}>
      <Popover
        flush
        label={t('bell.none')}
        placement="bottom-end"
        open={open}
        onOpenChange={setOpen}
        trigger={<IconButton icon={BellIcon} label={count > 0 ? t('bell.some', { count }) : t('bell.none')} />}
      >
        <chakra.div display="flex" flexDirection="column" w="400px" maxW="calc(100vw - 16px)" maxH="min(560px, 80vh)">
          <chakra.div px="2" py="1.5">
            <ReadTabs unread={unread} onChange={setUnread} />
          </chakra.div>
          <NotificationList
            projectId={projectId}
            filter={unread ? UNREAD : ALL}
            onOpen={page => {
              setOpen(false);
              if (page) void navigate(page);
            }}
          />
        </chakra.div>
      </Popover>
      <chakra.span position="absolute" top="0.5" insetInlineStart="calc(50% + 8px)" pointerEvents="none" aria-hidden>
        <Badge count={count} look="alarm" />
      </chakra.span>
    </chakra.span>
  );
}
