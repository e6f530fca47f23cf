import { useEffect } from 'react';
import { call } from '../api.ts';
import { useReading } from '../live.ts';
import { Link, List, Tag } from '../parts.tsx';
import { go } from '../path.ts';
import { t, when } from '../words.ts';
import { Talk } from './Talk.tsx';

interface Room {
  id: string;
  roomType: string;
  status: string;
  lastText: string | null;
  lastMessageAt: string | null;
  unread: number;
}
const MODULE = 'MEMBER_COMMUNICATE';

/** Conversations with the management by topic, and the open one. */
export function Page({ id }: { id: string | undefined }) {
  const rooms = useReading<Room[]>('/rooms?offset=0&limit=50', [MODULE]);
  // A topic that is off takes no new conversation.
  const topics = useReading<{ id: string; roomType: string; active: boolean }[]>('/room-topic?limit=20', [MODULE]);
  const open = rooms.data?.find(room => room.id === id);
  useEffect(() => {
    if (id && open?.lastMessageAt) void call(`/rooms/${id}/messages/readall`, { method: 'PUT' }).catch(() => null);
  }, [id, open?.lastMessageAt]);
  if (id)
    return (
      <>
        <h2>{open ? t(`topics.${open.roomType}`) : ''}</h2>
        <Talk path={`/rooms/${id}/messages`} module={MODULE} />
      </>
    );
  // The topics that can be begun, and those that are off but have been talked about.
  const rows = (topics.data ?? []).flatMap(({ id: topicId, roomType, active }) => {
    const room = rooms.data?.find(one => one.roomType === roomType);
    return room || active ? { id: topicId, roomType, room } : [];
  });
  const begin = async (roomType: string) => {
    const made = await call<Room>('/rooms/create', { method: 'POST', body: { roomType } });
    go(`/chat/${made.id}`);
  };
  return (
    <List rows={topics.data && rooms.data && rows} error={topics.error ?? rooms.error} none={t('chat.none')}>
      {({ roomType, room }) =>
        room ? (
          <Link to={`/chat/${room.id}`} className="item">
            <div>
              <p>{t(`topics.${roomType}`)}</p>
              <small>{room.lastText}</small>
            </div>
            <small>{when(room.lastMessageAt)}</small>
            {room.unread > 0 && <span className="tag">{t('chat.unread', { count: room.unread })}</span>}
            {room.status !== 'ACTIVE' && <Tag status={room.status} />}
          </Link>
        ) : (
          <button type="button" className="item" onClick={() => void begin(roomType).catch(() => null)}>
            <div>
              <p>{t(`topics.${roomType}`)}</p>
              <small>{t('chat.new')}</small>
            </div>
          </button>
        )
      }
    </List>
  );
}
