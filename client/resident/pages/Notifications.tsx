import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { notificationList } from '@lobby/shared/kit/notification.contract.ts';
import {
  Ban,
  Bell,
  BellRing,
  CalendarCheck,
  CircleCheck,
  CircleDot,
  DoorOpen,
  IdCard,
  KeyRound,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  Newspaper,
  Package,
  ReceiptText,
  Truck,
  UserRound,
  UsersRound,
  Vote,
  Wrench,
} from 'lucide-react';
import { call } from '../data/api.ts';
import { useContract } from '../data/contract.ts';
import { IconSquare } from '../parts/cards.tsx';
import { DayList } from '../parts/DayList.tsx';
import { HeadEnd } from '../parts/head.tsx';
import { go } from '../path.ts';
import { t, time } from '../words.ts';
import { PushOffer, PushState, usePush } from './account/PushChoice.tsx';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  HELP_DESK: Wrench,
  MEMBER_COMMUNICATE: MessagesSquare,
  ACCESS_MANAGEMENT: DoorOpen,
  PARCEL: Package,
  AMENITIES_ORDERS: CalendarCheck,
  ANNOUNCEMENT: Megaphone,
  NEWS: Newspaper,
  POLL: Vote,
  FEE_NOTICE: ReceiptText,
  DEBT_TRACKING: ReceiptText,
  RECEIPT: ReceiptText,
  PAYMENT: ReceiptText,
  CONFERENCE: UsersRound,
  HANDOVER: KeyRound,
  MEMBER: UserRound,
  INVENTORY_TRANSFER_MANAGEMENT: Truck,
  CARD_REGISTRATION_MANAGEMENT: IdCard,
};
/** Icons by the ending of the notification type; otherwise the module's icon is used. */
const HAPPENED: readonly (readonly [RegExp, LucideIcon])[] = [
  [/MESSAGE$|REPLY$|ANSWERED$/, MessagesSquare],
  [/COMPLETE[D]?$|DONE$|RATED$|PAID$/, CircleCheck],
  [/APPROVED?$|START(ED)?$|PROCESS(ING)?$|ACCEPTED$/, CircleDot],
  [/REJECT(ED)?$|CANCEL(LED)?$|EXPIRED?$|DECLINED$/, Ban],
  [/REMIND(ER)?$|LATE$|DUE$|OVERDUE$/, BellRing],
];
const iconOf = ({ kind, module }: NotificationItem): LucideIcon =>
  HAPPENED.find(([ends]) => ends.test(kind))?.[1] ?? ICONS[module] ?? Bell;

type NotificationItem = AnswerOf<typeof notificationList>[number];

/** Notifications of the resident. */
export function Page() {
  const { data, error } = useContract<typeof notificationList>('/histories/pms', { query: { limit: 100 } }, [
    'NOTIFICATION',
  ]);
  const push = usePush();
  const readAll = () => void call('/histories/read-all', { method: 'PUT', body: {} }).catch(() => null);
  const open = (notification: NotificationItem) => {
    void call(`/histories/${notification.id}/read`, { method: 'PATCH' }).catch(() => null);
    go(notification.url.replace(/^\/resident/, '') || '/');
  };
  return (
    <div className="stack">
      <HeadEnd>
        {data?.some(({ readAt }) => !readAt) && (
          <button type="button" className="text" onClick={readAll}>
            {t('told.readAll')}
          </button>
        )}
      </HeadEnd>
      <PushOffer push={push} />
      <DayList rows={data} error={error} none={t('told.none')} atOf={({ at }) => at}>
        {notification => (
          <button type="button" className="item" onClick={() => open(notification)}>
            <IconSquare icon={iconOf(notification)} quiet={notification.readAt !== null} />
            <div data-unread={notification.readAt ? undefined : ''}>
              <p>{notification.title}</p>
              {notification.body && <p>{notification.body}</p>}
              <small>
                {time(notification.at)}
                {notification.count > 1 && ` · ${t('told.together', { count: notification.count })}`}
              </small>
            </div>
          </button>
        )}
      </DayList>
      <PushState push={push} />
    </div>
  );
}
