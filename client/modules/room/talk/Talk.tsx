import { room } from '@lobby/shared/modules/room.ts';
import { task } from '@lobby/shared/modules/task.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { CornerUpLeft, LifeBuoy, SquareCheckBig, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { request } from '../../../kit/http/api.ts';
import { now } from '../../../kit/http/clock.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { isMe, scopeNow } from '../../../kit/session/session.ts';
import type { MenuItem } from '../../../kit/ui/overlay/Menu.tsx';
import { Conversation } from '../../../kit/ui/thread/Conversation.tsx';
import type { Message, Place } from '../../../kit/ui/thread/conversation.ts';
import { FromMessage } from './FromMessage.tsx';
import { SeenBy } from './SeenBy.tsx';
import { TalkBar } from './TalkBar.tsx';
import { useReading } from './useReading.ts';

/** Time in which authors can withdraw a message, in ms. */
const TAKEN_BACK_WITHIN = 15 * 60_000;

interface TalkProps {
  id: string;
  onQuote: (message: Message) => void;
}

/** Messages of a room with unread mark, readers, and acts on each message. */
export function Talk({ id, onQuote }: TalkProps) {
  const { t } = useTranslation(['room', 'thread']);
  const may = {
    write: useCan(room.code, 'write'),
    withdraw: useCan(room.code, 'delete'),
    ticket: useCan(ticket.code, 'write'),
    task: useCan(task.code, 'write'),
  };
  const { now: reading, came } = useReading(id);
  const [params] = useSearchParams();
  const from = params.get('messageId');
  const [place, setPlace] = useState<Place | null>(from ? { around: from } : null);
  const [made, setMade] = useState<{ message: Message; of: 'ticket' | 'task' } | null>(null);
  const path = (message: Message) => `${room.path}/${id}/messages/${message.id}`;
  const read = (message: Message) => void request('PUT', `${path(message)}/read`, scopeNow()).catch(() => undefined);
  const withdraw = (message: Message) =>
    void request('PUT', `${path(message)}/withdraw`, scopeNow()).catch(error => toastRefusal(error));
  const acts = (message: Message): MenuItem[] => {
    if (!may.write || message.type === 'SYSTEM' || message.type === 'LINK') return [];
    const taken = may.withdraw || (isMe(message.author.id) && now() - Date.parse(message.at) < TAKEN_BACK_WITHIN);
    return [
      { key: 'quote', label: t('thread:quote'), icon: CornerUpLeft, onSelect: () => onQuote(message) },
      ...(may.ticket && !message.private
        ? [{ key: 'ticket', label: t('toTicket'), icon: LifeBuoy, onSelect: () => setMade({ message, of: 'ticket' }) }]
        : []),
      ...(may.task
        ? [{ key: 'task', label: t('toTask'), icon: SquareCheckBig, onSelect: () => setMade({ message, of: 'task' }) }]
        : []),
      ...(taken
        ? [
            {
              key: 'withdraw',
              label: t('actions.withdraw'),
              icon: Undo2,
              tone: 'bad' as const,
              onSelect: () => withdraw(message),
            },
          ]
        : []),
    ];
  };
  return (
    <>
      <TalkBar id={id} onPlace={setPlace} />
      <Conversation
        definition={room}
        id={id}
        onSeen={read}
        place={place}
        chat={{
          unreadFrom: came?.firstUnreadId ?? null,
          unread: came?.unread ?? 0,
          seenUpTo: reading?.othersReadId ?? null,
          acts,
        }}
      />
      <SeenBy reading={reading} />
      {made && <FromMessage roomId={id} {...made} onClose={() => setMade(null)} />}
    </>
  );
}
