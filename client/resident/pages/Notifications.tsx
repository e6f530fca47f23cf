import {
  Bell,
  CalendarCheck,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  Newspaper,
  Package,
  ReceiptText,
  UserRound,
  UsersRound,
  Vote,
  Wrench,
} from 'lucide-react';
import { useEffect } from 'react';
import { call } from '../api.ts';
import { IconSquare } from '../cards.tsx';
import { useReading } from '../live.ts';
import { List } from '../parts.tsx';
import { go } from '../path.ts';
import { t, when } from '../words.ts';
import { PushChoice } from './PushChoice.tsx';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  HELP_DESK: Wrench,
  MEMBER_COMMUNICATE: MessagesSquare,
  ACCESS_MANAGEMENT: UserRound,
  PARCEL: Package,
  AMENITIES_ORDERS: CalendarCheck,
  ANNOUNCEMENT: Megaphone,
  NEWS: Newspaper,
  POLL: Vote,
  FEE_NOTICE: ReceiptText,
  DEBT_TRACKING: ReceiptText,
  RECEIPT: ReceiptText,
  CONFERENCE: UsersRound,
};

interface Told {
  id: string;
  module: string;
  title: string;
  body: string;
  url: string;
  count: number;
  at: string;
  readAt: string | null;
}

/** What the resident was told of. */
export function Page() {
  const { data, error } = useReading<Told[]>('/histories/pms?limit=50', ['NOTIFICATION']);
  useEffect(() => {
    if (data) void call('/histories/view-all', { method: 'PUT' }).catch(() => null);
  }, [data]);
  const open = (one: Told) => {
    void call(`/histories/${one.id}/read`, { method: 'PATCH' }).catch(() => null);
    go(one.url.replace(/^\/resident/, '') || '/');
  };
  return (
    <div className="stack">
      <PushChoice />
      <List rows={data} error={error} none={t('told.none')}>
        {one => (
          <button type="button" className="item" onClick={() => open(one)}>
            <IconSquare icon={ICONS[one.module] ?? Bell} quiet={one.readAt !== null} />
            <div data-unread={one.readAt ? undefined : ''}>
              <p>{one.title}</p>
              <p>{one.body}</p>
              <small>
                {when(one.at)}
                {one.count > 1 && ` · ${one.count}`}
              </small>
            </div>
          </button>
        )}
      </List>
    </div>
  );
}
