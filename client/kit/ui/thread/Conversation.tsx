import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { ArrowDownToLine, MessagesSquare } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { toast } from '../../base/toast.ts';
import { usePresent } from '../../live/presence.ts';
import { onSent, useOutgoing } from '../../offline/outbox.ts';
import { scopeAtom } from '../../session/session.ts';
import { Button } from '../controls/Button.tsx';
import { type Activity, useActivities } from '../detail/activity/useActivities.ts';
import { Empty, ErrorState } from '../states/EmptyState.tsx';
import { type Chat, ChatLines } from './ChatLines.tsx';
import { isMessage, type Message, messagesPath, type Place, useConversation } from './conversation.ts';
import { MessageView } from './MessageView.tsx';
import { Outgoing } from './Outgoing.tsx';
import { ThreadEvent } from './ThreadEvent.tsx';

const logClass = styleClass({ flex: '1', minH: '0', overflow: 'auto', overflowAnchor: 'none', px: '5', py: '2' });
const newerClass = styleClass({
  position: 'sticky',
  bottom: '0',
  display: 'flex',
  justifyContent: 'center',
  gap: '2',
  py: '2',
  bg: 'bg',
});
const typingClass = styleClass({ flex: 'none', h: '6', px: '5', textStyle: 'xs', color: 'fg.muted' });

interface ConversationProps {
  definition: Definition;
  id: string;
  /** Content before the first message: the request itself. */
  opening?: ReactNode;
  /** Whether a message is hidden from the current household. */
  hidden?: (message: Message) => boolean;
  /** Called with the newest message shown. */
  onSeen?: (message: Message) => void;
  /** Shows a chat: bubbles on two sides, with day separators. */
  chat?: Chat;
  /** Message or day to show; a new one scrolls there. */
  place?: Place | null;
}

/** Acts of the module shown in the thread, except changes of labels, which the head shows. */
const isTold =
  ({ actions = {} }: Definition) =>
  ({ action }: Activity): boolean =>
    action in actions && !actions[action]?.list;

/** Messages and acts by time, without acts before the first loaded message. */
function withEvents(messages: readonly Message[], events: readonly Activity[], more: boolean): (Message | Activity)[] {
  const from = more ? (messages[0]?.at ?? '') : '';
  const recent = events.filter(({ at }) => at >= from);
  return [...messages, ...recent].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Conversation about a record: the request first, the newest message last, then unsent ones. */
export function Conversation({ definition, id, opening, hidden, onSeen, chat, place }: ConversationProps) {
  const { t } = useTranslation('thread');
  const scope = useAtomValue(scopeAtom);
  const talk = useConversation(scope, definition, id);
  const path = messagesPath(definition, id);
  const waiting = useOutgoing(path);
  const typing = usePresent(definition.code, id).filter(person => person.mode === 'typing');
  const lines = withEvents(talk.messages, useActivities(definition, id).rows.filter(isTold(definition)), talk.more);
  const log = useRef<HTMLDivElement>(null);
  const { take } = talk;
  useEffect(() => onSent(path, message => isMessage(message) && take(message)), [path, take]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last message is what brings the end into view
  useLayoutEffect(() => {
    // Scrolls the box itself, since scrolling an element into view would also move the surroundings of the drawer.
    if (log.current && !talk.newer) log.current.scrollTop = log.current.scrollHeight;
  }, [lines.at(-1)?.id, waiting.length]);
  const failed = () => toast({ tone: 'bad', title: t('unread') });
  const lead = useEffectEvent((to: Place) => void talk.jump(to).catch(failed));
  useEffect(() => {
    if (place) lead(place);
  }, [place]);
  useLayoutEffect(() => {
    const box = log.current;
    const target = talk.at && box?.querySelector<HTMLElement>(`[data-message="${talk.at}"]`);
    if (!box || !target) return;
    box.scrollTop = target.offsetTop - box.offsetTop - box.clientHeight / 4;
    target.setAttribute('data-found', '');
  }, [talk.at]);
  const last = talk.newer ? undefined : talk.messages.at(-1);
  const see = useEffectEvent(() => last && onSeen?.(last));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was seen is told when something new is shown
  useEffect(() => {
    see();
  }, [last?.id]);
  const height = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: older ones come above what is being read, which stays where it is
  useLayoutEffect(() => {
    if (log.current) log.current.scrollTop += log.current.scrollHeight - height.current;
  }, [lines[0]?.id]);
  useLayoutEffect(() => {
    height.current = log.current?.scrollHeight ?? 0;
  });
  const isSilent = talk.phase === 'ready' && !opening && lines.length === 0 && waiting.length === 0;
  const older = () => talk.older().catch(failed);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <div ref={log} className={logClass()} role="log" aria-label={t('tab')} tabIndex={0}>
        {opening}
        {talk.phase === 'failed' && <ErrorState title={t('unread')} onRetry={talk.reload} />}
        {talk.more && (
          <Button look="ghost" size="sm" onClick={older}>
            {t('older')}
          </Button>
        )}
        {chat ? (
          <ChatLines definition={definition} lines={lines} chat={chat} />
        ) : (
          lines.map(line =>
            'author' in line ? (
              <MessageView key={line.id} message={line} hidden={hidden?.(line) ?? false} />
            ) : (
              <ThreadEvent key={line.id} definition={definition} event={line} />
            ),
          )
        )}
        {isSilent && <Empty icon={MessagesSquare} title={t('none')} />}
        {talk.newer && (
          <div className={newerClass()}>
            <Button look="ghost" size="sm" onClick={() => talk.later().catch(failed)}>
              {t('newer')}
            </Button>
            <Button size="sm" icon={ArrowDownToLine} onClick={() => talk.newest().catch(failed)}>
              {t('newest')}
            </Button>
          </div>
        )}
        {waiting.map(message => (
          <Outgoing key={message.key} path={path} waiting={message} />
        ))}
      </div>
      <div className={typingClass()} aria-live="polite">
        {typing.length > 0 && t('typing', { name: typing.map(person => person.name).join(', ') })}
      </div>
    </>
  );
}
