import { useEffect } from 'react';
import { call } from '../api.ts';
import { useReading } from '../live.ts';
import { Labelled, Link, List, Tag } from '../parts.tsx';
import { go } from '../path.ts';
import { t, when } from '../words.ts';
import { Talk } from './Talk.tsx';

interface Room {
  id: string;
  roomType: string;
  status: string;
  lastText: string | null;
  lastMessageAt: string | null;
}
const MODULE = 'MEMBER_COMMUNICATE';

/** Conversations with the management by topic, and the open one. */
export function Page({ id }: { id: string | undefined }) {
  const rooms = useReading<Room[]>('/rooms?limit=50', [MODULE]);
  // A topic that is off takes no new conversation.
  const topics = useReading<{ roomType: string; active: boolean }[]>('/room-topic?limit=20', [MODULE]);
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
  const begin = async (roomType: string) => {
    const made = await call<Room>('/rooms/create', { method: 'POST', body: { roomType } });
    go(`/chat/${made.id}`);
  };
  return (
    <div className="stack">
      <Labelled label={t('chat.new')}>
        <select value="" onChange={event => event.target.value && void begin(event.target.value).catch(() => null)}>
          <option value="">{t('choose')}</option>
          {topics.data?.map(
            ({ roomType, active }) =>
              active && (
                <option key={roomType} value={roomType}>
                  {t(`topics.${roomType}`)}
                </option>
              ),
          )}
        </select>
      </Labelled>
      <List rows={rooms.data} error={rooms.error} none={t('chat.none')}>
        {room => (
          <Link to={`/chat/${room.id}`} className="item">
            <div>
              <p>{t(`topics.${room.roomType}`)}</p>
              <small>{room.lastText}</small>
            </div>
            <small>{when(room.lastMessageAt)}</small>
            {room.status !== 'ACTIVE' && <Tag status={room.status} />}
          </Link>
        )}
      </List>
    </div>
  );
}
