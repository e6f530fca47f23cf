import { CHAT_FILE_MB } from '@lobby/shared/kit/upload-limits.ts';
import { Building2, type LucideIcon, MessagesSquare, Phone, ReceiptText, Shield, Wrench } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '../../data/api.ts';
import { beginDraft } from '../../data/drafts.ts';
import { useReading } from '../../data/live.ts';
import { useSession } from '../../data/session.ts';
import { Card, IconSquare, Row } from '../../parts/cards.tsx';
import { HeadEnd } from '../../parts/head.tsx';
import { Waiting } from '../../parts/parts.tsx';
import { go } from '../../path.ts';
import { dayAt, t, time, when } from '../../words.ts';
import { useContacts } from '../Contacts.tsx';
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
const ICONS: Readonly<Record<string, LucideIcon>> = {
  SECURITY: Shield,
  MANAGEMENT: Building2,
  ACCOUNTING: ReceiptText,
  TECHNICAL: Wrench,
};
const begin = (roomType: string) => call<Room>('/rooms/create', { method: 'POST', body: { roomType } });

/** Conversations with the management by topic; an open one by id, or by topic as `<topic>_<subject>`. */
export function Page({ id }: { id: string | undefined }) {
  const [topic = '', about = ''] = id?.split('_') ?? [];
  if (topic in ICONS) return <Begun topic={topic} about={about} />;
  return id ? <Room id={id} /> : <Rooms />;
}

/** Opens the conversation of a topic, creating it if needed, with the subject as draft. */
function Begun({ topic, about }: { topic: string; about: string }) {
  const home = useSession()?.home;
  useEffect(() => {
    begin(topic).then(
      ({ id }) => {
        if (about) beginDraft(home, `/rooms/${id}/messages`, `${t('fees.askAbout', { code: about })} `);
        go(`/chat/${id}`, 'replace');
      },
      () => go('/chat', 'replace'),
    );
  }, [topic, about, home]);
  return <p className="muted">{t('loading')}</p>;
}

const useRooms = () => useReading<Room[]>('/rooms?offset=0&limit=50', [MODULE]);

function Room({ id }: { id: string }) {
  const open = useRooms().data?.find(room => room.id === id);
  useEffect(() => {
    if (open?.lastMessageAt) void call(`/rooms/${id}/messages/readall`, { method: 'PUT' }).catch(() => null);
  }, [id, open?.lastMessageAt]);
  const hotline = useContacts().data?.hotline;
  return (
    <>
      <HeadEnd>
        {hotline && (
          <a className="icon" href={`tel:${hotline}`} aria-label={t('contacts.call')}>
            <Phone size={24} strokeWidth={1.75} aria-hidden />
          </a>
        )}
      </HeadEnd>
      <Talk
        path={`/rooms/${id}/messages`}
        module={MODULE}
        topic={open && t(`topics.${open.roomType}`)}
        fileMegabytes={CHAT_FILE_MB}
      />
    </>
  );
}

function Rooms() {
  const rooms = useRooms();
  // Inactive topics accept no new conversations.
  const topics = useReading<{ id: string; roomType: string; active: boolean }[]>('/room-topic?limit=20', [MODULE]);
  const error = topics.error ?? rooms.error;
  if (!topics.data || !rooms.data) return <Waiting error={error} />;
  // Topics that can be started, and inactive ones with a conversation.
  const rows = topics.data.flatMap(({ id, roomType, active }) => {
    const room = rooms.data?.find(candidate => candidate.roomType === roomType);
    return room || active ? { id, roomType, room } : [];
  });
  if (rows.length === 0) return <p className="muted">{t('chat.none')}</p>;
  return (
    <Card>
      {rows.map(({ id, roomType, room }) => (
        <Row
          key={id}
          to={`/chat/${room?.id ?? roomType}`}
          start={<IconSquare icon={ICONS[roomType] ?? MessagesSquare} />}
          title={t(`topics.${roomType}`)}
          quiet={room?.status === 'INACTIVE'}
          detail={<Preview of={room} />}
          end={
            room && (
              <>
                <small>{shortTime(room.lastMessageAt)}</small>
                {room.unread > 0 && room.status === 'ACTIVE' && (
                  <b className="badge">
                    <span aria-hidden>{room.unread}</span>
                    <span className="hidden">{t('chat.unread', { count: room.unread })}</span>
                  </b>
                )}
              </>
            )
          }
        />
      ))}
    </Card>
  );
}

/** Last message in one line, after the word of a closed conversation. */
function Preview({ of: room }: { of: Room | undefined }) {
  if (!room) return t('chat.new');
  const words = [room.status !== 'ACTIVE' && t(`status.${room.status}`), room.lastText].filter(Boolean).join(': ');
  return <span className="one-line block">{words}</span>;
}

/** Time if today, else the day. */
const shortTime = (at: string | null): string => {
  if (!at) return '';
  return dayAt(at) === dayAt(new Date()) ? time(at) : when(at).slice(0, 5);
};
